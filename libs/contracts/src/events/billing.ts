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

/**
 * What the payment provider can say of a subscription. `paid`, `pending`, `failed` with a `transaction` say how a payment stands, `failed` without one that none
 * came; `refunded`, `reversed`, `reinstated` name the payment as `parent`.
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

/** What one message of the payment provider says: ids, amounts and dates, no name and no address. */
export const paymentMessage = z.object({
  /** Of the message: the same thing said again has the same key. */
  key: z.string(),
  kind: z.enum(paymentKinds),
  /** Absent where a refund names only the payment. */
  subscription: z.string().nullable(),
  transaction: z.string().nullable(),
  parent: z.string().nullable(),
  /** By which the provider names the plan. */
  itemNumber: z.string().nullable(),
  /** In the currency's smallest unit, never below nothing. */
  amount: z.number().int().nonnegative().nullable(),
  currency: z.string().nullable(),
  /** When it happened, as the provider says. */
  date: z.iso.datetime(),
});
export type PaymentMessage = z.infer<typeof paymentMessage>;

/** The payment provider has said something of a subscription. A sign-up carries the plan as it was sold. */
export const paymentReceived = paymentMessage.extend({
  type: z.literal('billing.payment.received'),
  plan: z.string().nullable(),
  quota: z.number().int().nonnegative().nullable(),
  /** When the account loses its plan by this, unless something is paid; only on what makes it lose it. */
  until: z.iso.datetime().optional(),
});
export type PaymentReceived = z.infer<typeof paymentReceived>;

export const billingEvent = z.discriminatedUnion('type', [planChanged, settingsChanged, paymentReceived]);
export type BillingEvent = z.infer<typeof billingEvent>;
