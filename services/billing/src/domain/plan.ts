import type { plan, StoredPlan } from '@skyshelf/contracts';
import type { z } from 'zod';
import type { SubscriptionRow, PaymentRow } from './billing-row.js';
import type { Decision } from './decision.js';
import { entitlementAt, nextEnd, subscriptionsOf } from './subscriptions.js';

export type Plan = StoredPlan;

export type PlanView = z.input<typeof plan>;

export interface Subscriber {
  sub: string;
  plan: string;
  /** Null where no payments can be made. */
  form: { action: string; custom: string } | null;
}

/** A plan may have been set before this event came. */
export const decideOpenSubscription = (opening: Plan, present: SubscriptionRow | null): Decision<null> =>
  present
    ? { event: null, answer: null }
    : { event: { type: 'billing.plan.changed', plan: opening.name, quota: opening.quota }, answer: null };

/** Larger than a paid plan: an upgrade. Not larger than the present, or not for sale: disabled. */
export function showPlans(plans: readonly Plan[], subscriber: Subscriber | null): PlanView[] {
  const present = plans.find(({ name }) => name === subscriber?.plan);
  return plans.map(({ itemNumber: _, ...each }) => {
    const larger = !present || each.quota > present.quota;
    const { form = null } = subscriber ?? {};
    const { buttonId } = each;
    return {
      ...each,
      userId: subscriber?.sub ?? null,
      upgrade: larger && present !== undefined && present.price > 0,
      disabled: subscriber !== null && (!larger || buttonId === null),
      current: each.name === present?.name,
      subscribe: form && larger && buttonId !== null ? formOf(form, buttonId) : null,
    };
  });
}

const formOf = (form: NonNullable<Subscriber['form']>, buttonId: string): PlanView['subscribe'] => ({
  ...form,
  cmd: '_s-xclick',
  hosted_button_id: buttonId,
});

export interface PlanSlice {
  present: SubscriptionRow | null;
  payments: readonly PaymentRow[];
}

/** By payments, else the opening plan; who never paid keeps theirs. Answers when to look again, ISO 8601. */
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
