import { LazyModuleLoader } from '@nestjs/core';
import { ConfigError } from '@skyshelf/config';
import { createDocuments } from '@skyshelf/documents';
import type { Opened, ServiceParts } from '@skyshelf/service';
import type { Billing } from './application/billing.js';
import { BILLING, type BillingRuntime } from './billing.runtime.js';
import { InternalController } from './http/internal.controller.js';
import { PlansController } from './http/plans.controller.js';
import { SettingsController } from './http/settings.controller.js';
import { createDriveStore } from './infrastructure/drive-store.js';
import { lazyPlans } from './infrastructure/lazy-plans.js';
import { planNames, preparePlans } from './infrastructure/prepare-plans.js';
import { AccountReactions } from './reactions/account-reactions.js';

const controllers = [SettingsController, PlansController, InternalController, AccountReactions];

/** Everything is made here, by hand and in one place, so that the use cases themselves know nothing of Nest. */
export function openService(runtime: Opened<BillingRuntime>): ServiceParts {
  const { client, db, config } = runtime;
  const store = createDriveStore(runtime);
  const billing = (loader: LazyModuleLoader): Billing => ({
    store,
    plans: lazyPlans(createDocuments(loader, { client, db })),
    openingPlan: config.openingPlan,
  });
  return {
    store,
    controllers,
    providers: [{ provide: BILLING, inject: [LazyModuleLoader], useFactory: billing }],
    prepare: async () => {
      await preparePlans(db);
      checkOpeningPlan(await planNames(db), config.openingPlan);
    },
  };
}

/** A wrong BILLING_OPENING_PLAN stops the start, not the first sign-in. */
function checkOpeningPlan(names: readonly string[], openingPlan: string): void {
  if (names.includes(openingPlan)) return;
  throw new ConfigError('billing', [
    `BILLING_OPENING_PLAN: given ${JSON.stringify(openingPlan)}, allowed is ${names.join(' | ')}.`,
  ]);
}
