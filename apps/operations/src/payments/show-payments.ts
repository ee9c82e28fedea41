import { billingCalls, type PaymentRecord } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { z } from 'zod';
import type { Installation } from '../installation.js';
import type { Report } from '../report.js';
import { table, type Cell } from '../table.js';

/** Latest first. */
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
