import { z } from 'zod';
import { driveId } from '../../ids.js';
import { paymentMessage } from '../../events/billing.js';
import { defineRoutes } from '../route.js';

/** Counted, or came after the account's deletion. */
export const paymentOutcomes = ['recorded', 'account-deleted'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** Kept as long as books are: ids, amounts and dates. */
export const paymentRecord = paymentMessage.extend({
  drive: driveId,
  plan: z.string().nullable(),
  outcome: z.enum(paymentOutcomes),
  received: z.iso.datetime(),
});
export type PaymentRecord = z.infer<typeof paymentRecord>;

export const subscription = z.object({
  id: z.string(),
  plan: z.string(),
  /** Unit: bytes. */
  quota: z.number().int(),
  /** `active`: renews · `failing`: the last payment failed · `cancelled`: ends at `until`. */
  state: z.enum(['active', 'failing', 'cancelled']),
  since: z.iso.datetime(),
  /** The plan ends then unless something is paid. */
  until: z.iso.datetime().nullable(),
  /** The end of the month that was paid last; null unless it renews. */
  nextPayment: z.iso.datetime().nullable(),
  /** Gives the account its plan. */
  counts: z.boolean(),
  /** Still paid though another gives more: better cancelled. */
  redundant: z.boolean(),
});

export const payments = defineRoutes(
  { service: 'billing' },
  {
    receivePayment: {
      method: 'POST',
      path: '/api/payment/ipn',
      access: 'public',
      rate: 'sign-in',
      bytes: true,
      bytesType: 'application/x-www-form-urlencoded',
      bodyLimit: 64 * 1024,
      summary:
        "A message of the payment provider (PayPal's IPN): a form as `application/x-www-form-urlencoded`, at most 64 KiB. The bytes go back to the provider, and only what it says is its own counts.",
      refuses: ['payment.refused', 'payment.unverified', 'drive.busy'],
      answer: z.object({ ok: z.literal(true) }),
    },

    listSubscriptions: {
      method: 'GET',
      path: '/api/account/subscriptions',
      access: 'user',
      rate: 'read',
      summary: 'The subscriptions of the account that still give something, largest first.',
      refuses: [],
      answer: z.object({ docs: z.array(subscription) }),
    },
  },
);
