import type { Environment } from '@skyshelf/config';
import { createInProcessBus } from '@skyshelf/event-bus';
import { startAlone } from '@skyshelf/http';
import { billingConfig } from './billing.config.js';
import { billing } from './billing.service.js';

/** Runs billing as a process of its own. */
export const startBilling = (env: Environment = process.env) =>
  startAlone(billing, {
    env,
    settings: billingConfig,
    widen: (base, config, onStop) => {
      const { logger, clock, metrics } = base;
      const bus = createInProcessBus({ logger, clock, metrics });
      onStop(() => bus.close());
      return { ...base, bus, config, relayHolder: base.process.replica };
    },
  });
