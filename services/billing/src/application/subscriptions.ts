import type { DriveId, OpId, routes } from '@skyshelf/contracts';
import type { AnswerOf } from '@skyshelf/http';
import { asSubscription, isPaymentRow } from '../domain/billing-row.js';
import { decideOpenSubscription } from '../domain/plan.js';
import type { Billing } from './billing.js';
import { entitlementAt, subscriptionsOf } from '../domain/subscriptions.js';

export async function openSubscription(
  { store, plans, openingPlan }: Billing,
  drive: DriveId,
  opId: OpId,
  trace: string | null,
): Promise<void> {
  const opening = await plans.find(openingPlan);
  if (!opening) throw new Error(`There is no plan named ${openingPlan}.`);
  await store.withDrive(
    drive,
    opId,
    {
      name: 'open-subscription',
      payload: {},
      read: async (reader) => asSubscription(await reader.get('subscription')),
      decide: (present) => decideOpenSubscription(opening, present),
    },
    { actor: 'billing', trace },
  );
}

/** Lists subscriptions that are in force, or await their first payment. */
export async function listSubscriptions(
  { store, graceMs, clock }: Billing,
  drive: DriveId,
): Promise<AnswerOf<typeof routes.listSubscriptions>> {
  const reader = await store.reader(drive);
  const payments = (await reader.find({ class: 'payment' })).filter(isPaymentRow);
  const all = subscriptionsOf(payments, graceMs);
  const now = clock.now();
  const counting = entitlementAt(all, now);
  const docs = all
    .filter(({ until, state }) => (until === null ? state !== 'cancelled' : until > now))
    .map(({ since, until, nextPayment, ...subscription }) => ({
      ...subscription,
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
      nextPayment: nextPayment?.toISOString() ?? null,
      counts: subscription.id === counting?.id,
      redundant: subscription.id !== counting?.id && until !== null && subscription.state !== 'cancelled',
    }));
  return { docs };
}
