import type { Environment } from '@skyshelf/config';
import { openEventBus } from '@skyshelf/event-bus';
import { kafkaChecks, startAlone } from '@skyshelf/service';
import { openObjectStore } from '@skyshelf/object-store';
import { storageAloneConfig } from './alone.config.js';
import { storage } from './storage.service.js';

/** Runs storage as a process of its own. */
export const startStorage = (env: Environment = process.env) =>
  startAlone(storage, {
    env,
    settings: storageAloneConfig,
    widen: async (base, config, onStop) => {
      const objects = await openObjectStore(config, {
        service: 'storage',
        clock: base.clock,
        pageUrl: base.process.publicUrl,
      });
      onStop(() => objects.close());
      const { replica } = base.process;
      const bus = openEventBus(base, config, { service: 'storage', replica });
      onStop(() => bus.close());
      return {
        ...base,
        bus,
        objects,
        config,
        relayHolder: replica,
        otherChecks: kafkaChecks(config.kafkaBrokers),
      };
    },
  });
