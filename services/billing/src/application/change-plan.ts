import { DomainError, storedPlan, type PlanChange } from '@skyshelf/contracts';
import type { Plan } from '../domain/plan.js';
import type { Billing } from './billing.js';

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
