import { setting, type Environment } from '@skyshelf/config';
import { createInProcessBus } from '@skyshelf/event-bus';
import { startAlone } from '@skyshelf/http';
import { createFolderStore } from '@skyshelf/object-store';
import { z } from 'zod';
import { mediaConfig } from './media.config.js';
import { media } from './media.service.js';

/** What only a process of its own needs to be told. */
export const mediaAloneConfig = mediaConfig.extend({
  objectsFolder: setting('OBJECTS_FOLDER', z.string().min(1), {
    doc: 'The folder with the bytes of all files, shared by storage and media.',
  }),
});

/** Runs media as a process of its own. */
export const startMedia = (env: Environment = process.env) =>
  startAlone(media, {
    env,
    settings: mediaAloneConfig,
    widen: async (base, { objectsFolder, ...config }, onStop) => {
      const { logger, clock, metrics, ids } = base;
      const objects = await createFolderStore({ root: objectsFolder, clock });
      onStop(() => objects.close());
      const bus = createInProcessBus({ logger, clock, metrics });
      onStop(() => bus.close());
      return { ...base, bus, objects, config, relayHolder: `media-${ids.next()}` };
    },
  });
