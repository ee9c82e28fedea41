import type { Environment } from '@skyshelf/config';
import { createInProcessBus } from '@skyshelf/event-bus';
import { startAlone } from '@skyshelf/http';
import { catalogConfig } from './catalog.config.js';
import { catalog } from './catalog.service.js';

/** Runs catalog as a process of its own. */
export const startCatalog = (env: Environment = process.env) =>
  startAlone(catalog, {
    env,
    settings: catalogConfig,
    widen: (base, config, onStop) => {
      const { logger, clock, metrics } = base;
      const bus = createInProcessBus({ logger, clock, metrics });
      onStop(() => bus.close());
      return { ...base, bus, config, relayHolder: base.process.replica };
    },
  });
