export { billing } from './billing.service.js';
export { billingConfig, type BillingConfig } from './billing.config.js';
export type { BillingRuntime } from './billing.runtime.js';
