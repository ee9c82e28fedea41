import type { Environment } from '@skyshelf/config';
import { createInProcessBus } from '@skyshelf/event-bus';
import { startAlone } from '@skyshelf/http';
import { openObjectStore } from '@skyshelf/object-store';
import { mediaAloneConfig } from './alone.config.js';
import { media } from './media.service.js';

/** Runs media as a process of its own. */
export const startMedia = (env: Environment = process.env) =>
  startAlone(media, {
    env,
    settings: mediaAloneConfig,
    widen: async (base, config, onStop) => {
      const { logger, clock, metrics } = base;
      const objects = await openObjectStore(config, { service: 'media', clock });
      onStop(() => objects.close());
      const bus = createInProcessBus({ logger, clock, metrics });
      onStop(() => bus.close());
      return { ...base, bus, objects, config, relayHolder: base.process.replica };
    },
  });
