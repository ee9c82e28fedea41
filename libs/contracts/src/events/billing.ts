import { z } from 'zod';

/** Unit: quota in bytes. First published when the account opens. */
export const planChanged = z.object({
  type: z.literal('billing.plan.changed'),
  plan: z.string(),
  quota: z.number().int().nonnegative(),
});

/** Only the changed flags. */
export const settingsChanged = z.object({
  type: z.literal('billing.settings.changed'),
  settings: z.record(z.string(), z.boolean()),
});

/**
 * With a `transaction`, `paid`, `pending` and `failed` concern a payment, `failed` without one a missing
 * payment; `refunded`, `reversed`, `reinstated` name it as `parent`.
 */
export const paymentKinds = [
  'signed-up',
  'paid',
  'pending',
  'failed',
  'cancelled',
  'ended',
  'refunded',
  'reversed',
  'reinstated',
] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** The message has no name and no address. */
export const paymentMessage = z.object({
  /** Repeated messages share it. */
  key: z.string(),
  kind: z.enum(paymentKinds),
  /** Absent where a refund names only the payment. */
  subscription: z.string().nullable(),
  transaction: z.string().nullable(),
  parent: z.string().nullable(),
  itemNumber: z.string().nullable(),
  /** Unit: the smallest of the currency; not negative. */
  amount: z.number().int().nonnegative().nullable(),
  currency: z.string().nullable(),
  date: z.iso.datetime(),
});
export type PaymentMessage = z.infer<typeof paymentMessage>;

/** A sign-up carries the plan as it was sold. */
export const paymentReceived = paymentMessage.extend({
  type: z.literal('billing.payment.received'),
  plan: z.string().nullable(),
  quota: z.number().int().nonnegative().nullable(),
  /** The time when this message ends the account's plan. */
  until: z.iso.datetime().optional(),
});
export type PaymentReceived = z.infer<typeof paymentReceived>;

export const billingEvent = z.discriminatedUnion('type', [planChanged, settingsChanged, paymentReceived]);
export type BillingEvent = z.infer<typeof billingEvent>;
