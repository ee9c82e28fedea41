import type { StatefulRuntime } from '@skyshelf/service';
import type { BillingConfig } from './billing.config.js';

export type BillingRuntime = StatefulRuntime<BillingConfig>;

export const BILLING = Symbol('Billing');
