import { LazyModuleLoader } from '@nestjs/core';
import { ConfigError } from '@skyshelf/config';
import { createDocuments, type Documents } from '@skyshelf/documents';
import {
  openServiceJobs,
  paymentEndpoints,
  type Opened,
  type ServiceJobs,
  type ServiceComponents,
} from '@skyshelf/service';
import type { Billing } from './application/billing.js';
import { SETTLE_KIND, settleKind } from './application/settle-plan.js';
import { BILLING, type BillingRuntime } from './billing.runtime.js';
import { InternalController } from './http/internal.controller.js';
import { PaymentsController } from './http/payments.controller.js';
import { PlansController } from './http/plans.controller.js';
import { SettingsController } from './http/settings.controller.js';
import { createDriveStore } from './infrastructure/drive-store.js';
import { lazyPayments, lazyPlans } from './infrastructure/lazy-documents.js';
import { paymentProvider } from './infrastructure/payment-provider.js';
import { planNames, preparePlans } from './infrastructure/prepare-plans.js';
import { AccountReactions } from './reactions/account-reactions.js';

const DAY_MS = 86_400_000;

const controllers = [
  SettingsController,
  PlansController,
  PaymentsController,
  InternalController,
  AccountReactions,
];

/** Wired here, so that use cases know nothing of Nest. */
export function openService(runtime: Opened<BillingRuntime>): ServiceComponents {
  const { client, db, config, signer, clock } = runtime;
  const place = paymentEndpoints(config);
  let documents: Documents;
  const kinds = [settleKind(() => billing)];
  const jobs: ServiceJobs = openServiceJobs(runtime, { kinds, worksOn: () => kinds });
  const payments = lazyPayments(() => documents);
  const store = createDriveStore(runtime, { jobs: jobs.queue, recorder: payments });
  const billing: Billing = {
    store,
    payments,
    signer,
    clock,
    plans: lazyPlans(() => documents),
    openingPlan: config.openingPlan,
    provider: place && paymentProvider(place),
    graceMs: config.graceDays * DAY_MS,
    wake: () => jobs.runner.wake(new Set([SETTLE_KIND])),
  };
  const open = (loader: LazyModuleLoader): Billing => {
    documents = createDocuments(loader, { client, db });
    return billing;
  };
  return {
    store,
    jobs,
    controllers,
    providers: [{ provide: BILLING, inject: [LazyModuleLoader], useFactory: open }],
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
