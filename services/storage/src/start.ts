import type { Environment } from '@skyshelf/config';
import { createInProcessBus } from '@skyshelf/event-bus';
import { startAlone } from '@skyshelf/http';
import { openObjectStore } from '@skyshelf/object-store';
import { storageAloneConfig } from './alone.config.js';
import { storage } from './storage.service.js';

/** Runs storage as a process of its own. */
export const startStorage = (env: Environment = process.env) =>
  startAlone(storage, {
    env,
    settings: storageAloneConfig,
    widen: async (base, config, onStop) => {
      const { logger, clock, metrics } = base;
      const objects = await openObjectStore(config, { service: 'storage', clock, pageUrl: config.publicUrl });
      onStop(() => objects.close());
      const bus = createInProcessBus({ logger, clock, metrics });
      onStop(() => bus.close());
      return { ...base, bus, objects, config, relayHolder: base.process.replica };
    },
  });
