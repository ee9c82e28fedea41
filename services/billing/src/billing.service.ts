import { defineService } from '@skyshelf/service';
import { billingConfig } from './billing.config.js';
import type { BillingRuntime } from './billing.runtime.js';

export const billing = defineService<BillingRuntime>({
  name: 'billing',
  config: billingConfig,
  consumes: ['gateway'],
  streams: true,
  jobs: true,
  indexes: () => import('./infrastructure/indexes.js'),
  module: () => import('./billing.module.js'),
});
