import type { Environment } from '@skyshelf/config';
import { openEventBus } from '@skyshelf/event-bus';
import { kafkaChecks, startAlone } from '@skyshelf/service';
import { openObjectStore } from '@skyshelf/object-store';
import { mediaAloneConfig } from './alone.config.js';
import { optionalFeatures } from './infrastructure/optional-features.js';
import { media } from './media.service.js';

/** Runs media as a process of its own. */
export const startMedia = (env: Environment = process.env) =>
  startAlone(media, {
    env,
    settings: mediaAloneConfig,
    widen: async (base, config, onStop) => {
      const objects = await openObjectStore(config, { service: 'media', clock: base.clock });
      onStop(() => objects.close());
      const { replica } = base.process;
      const bus = openEventBus(base, config, { service: 'media', replica });
      onStop(() => bus.close());
      return {
        ...base,
        bus,
        objects,
        config,
        relayHolder: replica,
        otherChecks: [...kafkaChecks(config.kafkaBrokers), ...optionalFeatures],
      };
    },
  });
