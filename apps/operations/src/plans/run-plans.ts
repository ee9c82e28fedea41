import { billingCalls, type PaymentRecord, type PlanChange, type StoredPlan } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { z } from 'zod';
import type { Installation } from '../installation.js';
import { type Cell, type Report, table } from '../report.js';

/** Order: from the smallest to the largest. */
export async function showPlans({ peers }: Installation): Promise<Report & { plans: StoredPlan[] }> {
  const { plans } = await ask(peers, billingCalls.allPlans, {});
  return { plans, text: textOf(plans), exitCode: 0 };
}

/** @throws DomainError `input.invalid`: a new plan lacks a field, or the item number is another's */
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

/** Order: latest first. */
export async function showPayments(
  { peers }: Installation,
  query: z.infer<typeof billingCalls.payments.query>,
): Promise<Report & { payments: PaymentRecord[] }> {
  const { payments } = await ask(peers, billingCalls.payments, { query });
  const text = payments.length === 0 ? 'No payments.' : table(payments.map(cellsOf));
  return { payments, text, exitCode: 0 };
}

const cellsOf = (record: PaymentRecord): Cell[] => [
  record.received,
  record.drive,
  record.kind,
  record.plan ?? '',
  record.amount === null ? '' : amountText(record.amount, record.currency ?? ''),
  record.transaction ?? '',
  record.subscription ?? '',
  record.outcome === 'recorded' ? '' : record.outcome,
];

function amountText(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
