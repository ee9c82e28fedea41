import type { PaymentKind, PaymentMessage } from '@skyshelf/contracts';
import { minorUnitsOf, amountField, refusedPayment } from './receive-payment.js';

export interface PaymentSetUp {
  /** The merchant id or the mail address. */
  receiver: string;
  sandbox: boolean;
}

type Fields = ReadonlyMap<string, string>;

const byType: Readonly<Record<string, PaymentKind>> = {
  subscr_signup: 'signed-up',
  subscr_failed: 'failed',
  subscr_cancel: 'cancelled',
  subscr_eot: 'ended',
};
const byStatus: Readonly<Record<string, PaymentKind>> = {
  Completed: 'paid',
  Pending: 'pending',
  Failed: 'failed',
  Denied: 'failed',
  Expired: 'failed',
  Voided: 'failed',
  Refunded: 'refunded',
  Reversed: 'reversed',
  Canceled_Reversal: 'reinstated',
};
/** Have no type, but name their payment. */
const afterwards = new Set<PaymentKind>(['refunded', 'reversed', 'reinstated']);
const idForm = /^[\w-]{1,64}$/;

/**
 * @see https://developer.paypal.com/api/nvp-soap/ipn/IPNandPDTVariables/
 * @throws DomainError `payment.refused` with the wrong field
 */
export function readPayment(fields: Fields, { receiver, sandbox }: PaymentSetUp, now: Date): PaymentMessage {
  if (!isReceiver(fields, receiver)) throw refusedPayment('receiver_email');
  if ((fields.get('test_ipn') === '1') !== sandbox) throw refusedPayment('test_ipn');
  const kind = kindOf(fields);
  const transaction = idOf(fields, 'txn_id');
  const parent = idOf(fields, 'parent_txn_id');
  const subscription = idOf(fields, 'subscr_id');
  if (afterwards.has(kind) ? parent === null || transaction === null : subscription === null)
    throw refusedPayment(afterwards.has(kind) ? 'parent_txn_id' : 'subscr_id');
  if (kind === 'signed-up') requireMonthly(fields);
  const date = dateOf(fields, now);
  const { amount, currency } = amountOf(fields, kind);
  const itemNumber = fields.get('item_number') || null;
  return {
    key: keyOf(fields, { kind, transaction, subscription }),
    kind,
    subscription,
    transaction,
    parent,
    itemNumber,
    amount,
    currency,
    date: date.toISOString(),
  };
}

/** Equal for repeats. */
function keyOf(
  fields: Fields,
  { kind, transaction, subscription }: Pick<PaymentMessage, 'kind' | 'transaction' | 'subscription'>,
): string {
  const status = fields.get('payment_status') ?? '';
  if (transaction !== null) return `${transaction}:${byStatus[status] ? status : kind}`;
  if (kind !== 'failed') return `${subscription}:${kind}`;
  // One subscription may fail in several months.
  const when = paypalDate(fields.get('payment_date') ?? fields.get('retry_at') ?? '');
  return `${subscription}:failed:${when?.getTime() ?? idOf(fields, 'ipn_track_id') ?? ''}`;
}

function isReceiver(fields: Fields, receiver: string): boolean {
  const named = [fields.get('receiver_email') ?? fields.get('business'), fields.get('receiver_id')];
  return named.some((each) => each?.toLowerCase() === receiver.toLowerCase());
}

function kindOf(fields: Fields): PaymentKind {
  const type = fields.get('txn_type');
  const byName = type === undefined ? undefined : byType[type];
  if (byName) return byName;
  const kind = byStatus[fields.get('payment_status') ?? ''];
  if (kind && afterwards.has(kind)) return kind;
  if (type !== 'subscr_payment') throw refusedPayment('txn_type');
  if (!kind || idOf(fields, 'txn_id') === null) throw refusedPayment(kind ? 'txn_id' : 'payment_status');
  return kind;
}

function idOf(fields: Fields, name: string): string | null {
  const id = fields.get(name);
  if (id === undefined || id === '') return null;
  if (!idForm.test(id)) throw refusedPayment(name);
  return id;
}

/** Requires monthly payments at one price, without trial or end. */
function requireMonthly(fields: Fields): void {
  const trial = ['period1', 'period2', 'recur_times'].find((name) => fields.get(name));
  if (trial) throw refusedPayment(trial);
  if (fields.get('period3') !== '1 M') throw refusedPayment('period3');
  if (fields.get('recurring') !== '1') throw refusedPayment('recurring');
}

function dateOf(fields: Fields, now: Date): Date {
  const text = fields.get('payment_date') ?? fields.get('subscr_date');
  if (text === undefined) return now;
  const date = paypalDate(text);
  if (!date) throw refusedPayment(fields.has('payment_date') ? 'payment_date' : 'subscr_date');
  return date;
}

function amountOf(fields: Fields, kind: PaymentKind): Pick<PaymentMessage, 'amount' | 'currency'> {
  const field = amountField(kind);
  const text = fields.get(field);
  if (text === undefined) return { amount: null, currency: null };
  const currency = fields.get('mc_currency') ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) throw refusedPayment('mc_currency');
  // Refunds have a minus.
  const amount = minorUnitsOf(afterwards.has(kind) ? text.replace(/^-/, '') : text, currency);
  if (amount === null) throw refusedPayment(field);
  return { amount, currency };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const hoursBehind: Readonly<Record<string, number>> = { PST: 8, PDT: 7, UTC: 0, GMT: 0 };
const form =
  /^(?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2}) (?<name>[A-Z][a-z]{2}) (?<day>\d{1,2}), (?<year>\d{4}) (?<zone>[A-Z]{3})$/;

/** Parses e.g. `20:12:59 Jan 13, 2026 PST`; null for anything else. */
function paypalDate(text: string): Date | null {
  const { hour, minute, second, name = '', day, year, zone = '' } = form.exec(text)?.groups ?? {};
  const month = months.indexOf(name);
  const behind = hoursBehind[zone];
  if (month === -1 || behind === undefined) return null;
  const local = new Date(
    Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second)),
  );
  if (local.getUTCDate() !== Number(day) || local.getUTCHours() !== Number(hour)) return null;
  return new Date(local.getTime() + behind * 3_600_000);
}
