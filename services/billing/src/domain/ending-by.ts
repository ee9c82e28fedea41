import type { PaymentReceived } from '@skyshelf/contracts';
import type { PaymentRow } from './billing-row.js';
import { rowOfPayment } from './changes.js';
import { entitlementAt, subscriptionsOf } from './subscriptions.js';

/** By a failed payment or a cancellation of the subscription that counts; null for any other message. */
export function endingBy(
  received: PaymentReceived,
  rows: readonly PaymentRow[],
  { graceMs, now }: { graceMs: number; now: Date },
): Date | null {
  if (received.kind !== 'failed' && received.kind !== 'cancelled') return null;
  const counting = entitlementAt(subscriptionsOf([...rows, rowOfPayment(received)], graceMs), now);
  if (!counting || counting.id !== received.subscription || counting.state === 'active') return null;
  return counting.until;
}
