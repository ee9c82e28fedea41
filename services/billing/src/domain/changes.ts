import type { BillingEvent, PaymentReceived } from '@skyshelf/contracts';
import {
  isSettingsFlag,
  paymentRowId,
  settingRowId,
  type BillingRow,
  type PaymentRow,
} from './billing-row.js';

type Change = { op: 'insert'; row: BillingRow } | { op: 'remove'; id: string };

const put = (row: BillingRow): Change[] => [
  { op: 'remove', id: row.id },
  { op: 'insert', row },
];

export function changesOf(event: BillingEvent, at: Date): Change[] {
  switch (event.type) {
    case 'billing.plan.changed':
      return put({
        id: 'subscription',
        class: 'subscription',
        plan: event.plan,
        quota: event.quota,
        since: at,
      });
    case 'billing.settings.changed':
      return Object.entries(event.settings).flatMap(([flag, on]) =>
        isSettingsFlag(flag) ? put({ id: settingRowId(flag), class: 'setting', flag, on }) : [],
      );
    case 'billing.payment.received':
      return put(rowOfPayment(event));
  }
}

export function rowOfPayment({ type: _, key, date, until: __, ...said }: PaymentReceived): PaymentRow {
  return { ...said, id: paymentRowId(key), class: 'payment', date: new Date(date) };
}
