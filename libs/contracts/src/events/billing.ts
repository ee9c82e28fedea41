import { z } from 'zod';

/** The drive's plan and so its quota in bytes. First published when the account opens. */
export const planChanged = z.object({
  type: z.literal('billing.plan.changed'),
  plan: z.string(),
  quota: z.number().int().nonnegative(),
});

/** Flags the user set; only the changed ones. */
export const settingsChanged = z.object({
  type: z.literal('billing.settings.changed'),
  settings: z.record(z.string(), z.boolean()),
});

export const billingEvent = z.discriminatedUnion('type', [planChanged, settingsChanged]);
export type BillingEvent = z.infer<typeof billingEvent>;
