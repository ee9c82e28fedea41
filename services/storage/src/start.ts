import { setting, type Environment } from '@skyshelf/config';
import { createInProcessBus } from '@skyshelf/event-bus';
import { startAlone } from '@skyshelf/http';
import { createFolderStore } from '@skyshelf/object-store';
import { z } from 'zod';
import { storageConfig } from './storage.config.js';
import { storage } from './storage.service.js';

/** What only a process of its own needs to be told. */
export const storageAloneConfig = storageConfig.extend({
  objectsFolder: setting('OBJECTS_FOLDER', z.string().min(1), {
    doc: 'The folder with the bytes of all files, shared by storage and media.',
  }),
});

/** Runs storage as a process of its own. */
export const startStorage = (env: Environment = process.env) =>
  startAlone(storage, {
    env,
    settings: storageAloneConfig,
    widen: async (base, { objectsFolder, ...config }, onStop) => {
      const { logger, clock, metrics, ids } = base;
      const objects = await createFolderStore({ root: objectsFolder, clock });
      onStop(() => objects.close());
      const bus = createInProcessBus({ logger, clock, metrics });
      onStop(() => bus.close());
      return { ...base, bus, objects, config, relayHolder: `storage-${ids.next()}` };
    },
  });
