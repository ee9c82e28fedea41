import { loadConfig } from '@skyshelf/config';
import { createInProcessBus } from '@skyshelf/event-bus';
import { startAlone } from '@skyshelf/http';
import { billingConfig } from './billing.config.js';
import { billing } from './billing.service.js';

/** Runs billing as a process of its own. */
export const startBilling = (env = process.env) =>
  startAlone(billing, {
    env,
    widen: (base, onStop) => {
      const config = loadConfig(billingConfig, env, { service: 'billing' });
      const { logger, clock, metrics } = base;
      const bus = createInProcessBus({ logger, clock, metrics });
      onStop(() => bus.close());
      return { ...base, bus, config, relayHolder: `billing-${base.ids.next()}` };
    },
  });
