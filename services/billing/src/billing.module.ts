import { ConfigError } from '@skyshelf/config';
import type { Opened, ServiceParts } from '@skyshelf/service';
import type { Billing, PlanCatalogue } from './application/billing.js';
import { BILLING, type BillingRuntime } from './billing.runtime.js';
import { InternalController } from './http/internal.controller.js';
import { PlansController } from './http/plans.controller.js';
import { SettingsController } from './http/settings.controller.js';
import { createDriveStore } from './infrastructure/drive-store.js';
import { planDocuments, seedPlans } from './infrastructure/plan-documents.js';
import { AccountReactions } from './reactions/account-reactions.js';

const controllers = [SettingsController, PlansController, InternalController, AccountReactions];

/** Everything is made here, by hand and in one place, so that the use cases themselves know nothing of Nest. */
export function openService(runtime: Opened<BillingRuntime>): ServiceParts {
  const { db, config } = runtime;
  const store = createDriveStore(runtime);
  const plans = planDocuments(db);
  const billing: Billing = { store, plans, openingPlan: config.openingPlan };
  return {
    store,
    controllers,
    providers: [{ provide: BILLING, useValue: billing }],
    prepare: async () => {
      await seedPlans(db);
      await checkOpeningPlan(plans, config.openingPlan);
    },
  };
}

/** A wrong BILLING_OPENING_PLAN stops the start, not the first sign-in. */
async function checkOpeningPlan(plans: PlanCatalogue, openingPlan: string): Promise<void> {
  const names = (await plans.all()).map(({ name }) => name);
  if (names.includes(openingPlan)) return;
  throw new ConfigError('billing', [
    `BILLING_OPENING_PLAN: given ${JSON.stringify(openingPlan)}, allowed is ${names.join(' | ')}.`,
  ]);
}
