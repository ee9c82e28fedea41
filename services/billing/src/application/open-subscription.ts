import type { DriveId, OpId } from '@skyshelf/contracts';
import type { SubscriptionRow } from '../domain/billing-row.js';
import { decideOpenSubscription } from '../domain/plan.js';
import type { Billing } from './billing.js';

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
      read: (reader) => reader.get('subscription') as Promise<SubscriptionRow | null>,
      decide: (present) => decideOpenSubscription(opening, present),
    },
    { actor: 'billing', trace },
  );
}
