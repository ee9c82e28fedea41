import type { PaymentRow } from './billing-row.js';
import { monthAfter, subscriptionsOf, type Subscription } from './subscriptions.js';

export interface Cancellation {
  plan: string;
  purchaseDate: Date;
  deleteAfter: Date;
}

/** Or waits for its first payment: its sign-up may arrive later. */
const goesOn = ({ state, until }: Subscription, now: Date): boolean =>
  state !== 'cancelled' && (until === null || until > now);

/**
 * Null if nothing was bought or cancelled, or after subscribing again. A refunded payment was still a
 * purchase.
 */
export function cancellationOf(
  rows: readonly PaymentRow[],
  { graceMs, now }: { graceMs: number; now: Date },
): Cancellation | null {
  const subscriptions = subscriptionsOf(rows, graceMs);
  if (subscriptions.some((each) => goesOn(each, now))) return null;
  const cancelled = new Map(
    subscriptions.filter(({ state }) => state === 'cancelled').map((each) => [each.id, each]),
  );
  const [last] = rows
    .filter(({ kind, subscription }) => kind === 'paid' && cancelled.has(subscription ?? ''))
    .toSorted((a, b) => b.date.getTime() - a.date.getTime());
  const plan = cancelled.get(last?.subscription ?? '')?.plan;
  if (!last || plan === undefined) return null;
  return { plan, purchaseDate: last.date, deleteAfter: monthAfter(last.date) };
}
