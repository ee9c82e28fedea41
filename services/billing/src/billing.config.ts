import { setting } from '@skyshelf/config';
import { z } from 'zod';

/** What an operator can set about plans. */
export const billingConfig = z.object({
  openingPlan: setting('BILLING_OPENING_PLAN', z.string().min(1).max(60).default('Free'), {
    doc: 'The plan of a new account.',
    allowed: 'the name of a plan',
  }),
});
export type BillingConfig = z.infer<typeof billingConfig>;

/** The settings of an installation that sets nothing. */
export const billingDefaults = billingConfig.parse({});
