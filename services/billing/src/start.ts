import type { Environment } from '@skyshelf/config';
import { openEventBus } from '@skyshelf/event-bus';
import { kafkaChecks, startAlone } from '@skyshelf/service';
import { billingAloneConfig } from './alone.config.js';
import { billing } from './billing.service.js';

/** Runs billing as a process of its own. */
export const startBilling = (env: Environment = process.env) =>
  startAlone(billing, {
    env,
    settings: billingAloneConfig,
    widen: (base, config, onStop) => {
      const { replica } = base.process;
      const bus = openEventBus(base, config, { service: 'billing', replica });
      onStop(() => bus.close());
      return { ...base, bus, config, relayHolder: replica, otherChecks: kafkaChecks(config.kafkaBrokers) };
    },
  });
