import type { AnswerOf } from '@skyshelf/http';
import type { DriveId, routes } from '@skyshelf/contracts';
import type { PaymentRow } from '../domain/billing-row.js';
import { entitlementAt, subscriptionsOf } from '../domain/subscriptions.js';
import type { Billing } from './billing.js';

/** Those that give something, or wait for their first payment. */
export async function listSubscriptions(
  { store, graceMs, clock }: Billing,
  drive: DriveId,
): Promise<AnswerOf<typeof routes.listSubscriptions>> {
  const reader = await store.reader(drive);
  const all = subscriptionsOf((await reader.find({ class: 'payment' })) as PaymentRow[], graceMs);
  const now = clock.now();
  const counting = entitlementAt(all, now);
  const docs = all
    .filter(({ until, state }) => (until === null ? state !== 'cancelled' : until > now))
    .map(({ since, until, ...subscription }) => ({
      ...subscription,
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
      counts: subscription.id === counting?.id,
      redundant: subscription.id !== counting?.id && until !== null && subscription.state !== 'cancelled',
    }));
  return { docs };
}
