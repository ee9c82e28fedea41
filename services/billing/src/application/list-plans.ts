import type { Caller } from '@skyshelf/tokens';
import type { SubscriptionRow } from '../domain/billing-row.js';
import { showPlans, type PlanView } from '../domain/plan.js';
import type { Billing } from './billing.js';

export async function listPlans(billing: Billing, caller: Caller | null): Promise<PlanView[]> {
  const { store, plans, openingPlan, provider, signer } = billing;
  const all = await plans.all();
  const sold = all.map((plan) => ({ ...plan, buttonId: provider?.buttonOf(plan) ?? null }));
  if (!caller) return showPlans(sold, null);
  const reader = await store.reader(caller.drive);
  const subscription = (await reader.get('subscription')) as SubscriptionRow | null;
  const custom = signer.sign({ kind: 'payer', drive: caller.drive });
  const form = provider && { action: provider.action, custom };
  return showPlans(sold, { sub: caller.sub, plan: subscription?.plan ?? openingPlan, form });
}
