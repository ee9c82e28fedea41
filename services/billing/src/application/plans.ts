import type { Caller } from '@skyshelf/tokens';
import { DomainError, storedPlan, type PlanChange } from '@skyshelf/contracts';
import { asSubscription } from '../domain/billing-row.js';
import { showPlans, type PlanView, type Plan } from '../domain/plan.js';
import type { Billing } from './billing.js';

export async function listPlans(billing: Billing, caller: Caller | null): Promise<PlanView[]> {
  const { store, plans, openingPlan, provider, signer } = billing;
  const all = await plans.all();
  const sold = all.map((plan) => ({ ...plan, buttonId: provider?.buttonOf(plan) ?? null }));
  if (!caller) return showPlans(sold, null);
  const reader = await store.reader(caller.drive);
  const subscription = asSubscription(await reader.get('subscription'));
  const custom = signer.sign({ kind: 'payer', drive: caller.drive });
  const form = provider && { action: provider.action, custom };
  return showPlans(sold, { sub: caller.sub, plan: subscription?.plan ?? openingPlan, form });
}

/**
 * Accounts that have the plan keep their quota.
 * @throws DomainError `input.invalid` when a new plan lacks a field
 */
export async function changePlan(
  { plans }: Pick<Billing, 'plans'>,
  { name, ...change }: PlanChange,
): Promise<Plan> {
  const before = (await plans.find(name)) ?? { buttonId: null, badge: null };
  const parsed = storedPlan.safeParse({ ...before, ...change, name });
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0]);
    throw new DomainError('input.invalid', { field, message: `A new plan needs ${field} too.` });
  }
  await plans.put(parsed.data);
  return parsed.data;
}
