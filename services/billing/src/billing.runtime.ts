import type { StatefulRuntime } from '@skyshelf/service';
import type { BillingConfig } from './billing.config.js';

/** What billing needs from the process that starts it. */
export type BillingRuntime = StatefulRuntime<BillingConfig>;

/** Injection tokens. */
export const BILLING = Symbol('Billing');
