import type { PaymentRow, SubscriptionRow } from './billing-row.js';
import type { Decision } from './decision.js';
import type { Plan } from './plan.js';
import { entitlementAt, nextEnd, subscriptionsOf } from './subscriptions.js';

export interface PlanSlice {
  present: SubscriptionRow | null;
  payments: readonly PaymentRow[];
}

/**
 * By its payments, else the opening plan; an account that never paid keeps what it has. Answers when to look
 * again, ISO 8601.
 */
export function decideSettlePlan(
  { present, payments }: PlanSlice,
  { opening, graceMs, now }: { opening: Pick<Plan, 'name' | 'quota'>; graceMs: number; now: Date },
): Decision<string | null> {
  const subscriptions = subscriptionsOf(payments, graceMs);
  const answer = nextEnd(subscriptions, now)?.toISOString() ?? null;
  const bought = entitlementAt(subscriptions, now);
  const stays = bought
    ? present?.plan === bought.plan && present.quota === bought.quota
    : payments.length === 0 || present?.plan === opening.name;
  if (stays) return { event: null, answer };
  const { plan, quota } = bought ?? { plan: opening.name, quota: opening.quota };
  return { event: { type: 'billing.plan.changed', plan, quota }, answer };
}
