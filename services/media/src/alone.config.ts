import { setting } from '@skyshelf/config';
import { z } from 'zod';
import { mediaConfig } from './media.config.js';

/** What only a process of its own needs to be told. */
export const mediaAloneConfig = mediaConfig.extend({
  objectsFolder: setting('OBJECTS_FOLDER', z.string().min(1), {
    doc: 'The folder with the bytes of all files, shared by storage and media.',
  }),
});
