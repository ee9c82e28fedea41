import type { Environment } from '@skyshelf/config';
import { openEventBus } from '@skyshelf/event-bus';
import { kafkaChecks, startAlone } from '@skyshelf/service';
import { catalogAloneConfig } from './alone.config.js';
import { catalog } from './catalog.service.js';

/** Runs catalog as a process of its own. */
export const startCatalog = (env: Environment = process.env) =>
  startAlone(catalog, {
    env,
    settings: catalogAloneConfig,
    widen: (base, config, onStop) => {
      const { replica } = base.process;
      const bus = openEventBus(base, config, { service: 'catalog', replica });
      onStop(() => bus.close());
      return { ...base, bus, config, relayHolder: replica, otherChecks: kafkaChecks(config.kafkaBrokers) };
    },
  });
