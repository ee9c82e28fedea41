import { billingCalls, type PlanChange, type StoredPlan } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../installation.js';
import type { Report } from '../report.js';
import { table, type Cell } from '../table.js';

/** From the smallest to the largest. */
export async function showPlans({ peers }: Installation): Promise<Report & { plans: StoredPlan[] }> {
  const { plans } = await ask(peers, billingCalls.allPlans, {});
  return { plans, text: textOf(plans), exitCode: 0 };
}

/** @throws DomainError `input.invalid` when a new plan lacks a field, or the item number is another's */
export async function setPlan(
  { peers }: Installation,
  change: PlanChange,
): Promise<Report & { plan: StoredPlan }> {
  const plan = await ask(peers, billingCalls.changePlan, { body: change });
  return { plan, text: textOf([plan]), exitCode: 0 };
}

const textOf = (plans: readonly StoredPlan[]): string =>
  table(
    plans.map(({ name, price, currencyCode, quota, buttonId, itemNumber, badge }): Cell[] => [
      name,
      `${price} ${currencyCode}`,
      quota,
      'bytes',
      `item ${itemNumber}`,
      buttonId === null ? 'no button' : `button ${buttonId}`,
      badge ?? '',
    ]),
  );
