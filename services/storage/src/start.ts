import type { Environment } from '@skyshelf/config';
import { createInProcessBus } from '@skyshelf/event-bus';
import { startAlone } from '@skyshelf/http';
import { createFolderStore } from '@skyshelf/object-store';
import { storageAloneConfig } from './alone.config.js';
import { storage } from './storage.service.js';

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
