import { ConfigError } from '@skyshelf/config';
import { EventBusTransport } from '@skyshelf/event-bus';
import type { ServiceDefinition } from '@skyshelf/service';
import type { PlanCatalogue } from './application/billing.js';
import { BillingModule } from './billing.module.js';
import type { BillingRuntime } from './billing.runtime.js';
import { billingParts } from './infrastructure/parts.js';
import { seedPlans } from './infrastructure/plan-documents.js';

/** Plans, and so each drive's quota; the settings of accounts. */
export const billing: ServiceDefinition<BillingRuntime> = {
  name: 'billing',
  prepare: async (runtime) => {
    const {
      billing: { store, plans, openingPlan },
      outbox,
    } = billingParts(runtime);
    await Promise.all([store.prepare(), outbox.prepare(), seedPlans(runtime.db)]);
    await checkOpeningPlan(plans, openingPlan);
  },
  module: (runtime) => BillingModule.for(runtime),
  transports: ({ bus, db }) => [new EventBusTransport({ bus, db, consumer: 'billing' })],
  checks: ({ db }) => [
    { name: 'billing.database', check: async () => db.command({ ping: 1 }).then(() => ({ status: 'ok' })) },
  ],
};

/** A wrong BILLING_OPENING_PLAN stops the start, not the first sign-in. */
async function checkOpeningPlan(plans: PlanCatalogue, openingPlan: string): Promise<void> {
  const names = (await plans.all()).map(({ name }) => name);
  if (names.includes(openingPlan)) return;
  throw new ConfigError('billing', [
    `BILLING_OPENING_PLAN: given ${JSON.stringify(openingPlan)}, allowed is ${names.join(' | ')}.`,
  ]);
}
