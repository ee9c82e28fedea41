import type { Caller } from '@skyshelf/tokens';
import type { SubscriptionRow } from '../domain/billing-row.js';
import { showPlans, type PlanView } from '../domain/plan.js';
import type { Billing } from './billing.js';

/** The plans one can have, seen from the account that asks. */
export async function listPlans(
  { store, plans, openingPlan }: Billing,
  caller: Caller | null,
): Promise<PlanView[]> {
  const all = await plans.all();
  if (!caller) return showPlans(all, null);
  const reader = await store.reader(caller.drive);
  const subscription = (await reader.get('subscription')) as SubscriptionRow | null;
  return showPlans(all, { sub: caller.sub, plan: subscription?.plan ?? openingPlan });
}
