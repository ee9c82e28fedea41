import { setting, wholeNumber } from '@skyshelf/config';
import { paymentSettings } from '@skyshelf/service';
import { z } from 'zod';

export const billingConfig = z.object({
  openingPlan: setting('BILLING_OPENING_PLAN', z.string().min(1).max(60).default('Free'), {
    doc: 'The plan of a new account.',
    allowed: 'the name of a plan',
  }),
  graceDays: setting('PAYMENT_GRACE_DAYS', wholeNumber(0, 60).default(7), {
    doc: 'Days for which a plan stays after a failed or missing payment.',
  }),
  ...paymentSettings,
});
export type BillingConfig = z.infer<typeof billingConfig>;

export const billingDefaults = billingConfig.parse({});
