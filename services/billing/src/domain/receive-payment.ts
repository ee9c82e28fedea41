import { DomainError, type PaymentMessage, type PaymentReceived } from '@skyshelf/contracts';
import { type PaymentRow, paymentRowId } from './billing-row.js';
import type { Plan } from './plan.js';

/** The provider never sends more. */
const MOST_FIELDS = 300;
/** The names are those of providers. */
const charsets = new Set(['utf-8', 'utf8', 'windows-1252', 'iso-8859-1', 'us-ascii']);

/**
 * Decodes the form in its character set, default windows-1252.
 * @throws DomainError `payment.refused`: no such form, or a repeated field, which readers interpret
 * differently
 */
export function formFields(form: Buffer): ReadonlyMap<string, string> {
  const pairs = form.toString('latin1').split('&', MOST_FIELDS + 1);
  if (pairs.length > MOST_FIELDS) throw refusedPayment('body');
  const raw = pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [bytesOf(name).toString('latin1'), bytesOf(value.join('='))] as const;
  });
  const charset = raw.find(([name]) => name === 'charset')?.[1].toString('latin1') ?? 'windows-1252';
  if (!charsets.has(charset.toLowerCase())) throw refusedPayment('charset');
  const decoder = new TextDecoder(charset, { fatal: true });
  const fields = new Map<string, string>();
  for (const [name, value] of raw) {
    if (fields.has(name)) throw refusedPayment(name.slice(0, 40));
    fields.set(name, textOf(decoder, name, value));
  }
  return fields;
}

function textOf(decoder: InstanceType<typeof TextDecoder>, name: string, value: Buffer): string {
  try {
    return decoder.decode(value);
  } catch {
    throw refusedPayment(name.slice(0, 40));
  }
}

/** `+` is a blank, `%XX` a byte. */
function bytesOf(text: string): Buffer {
  const spaced = text.replaceAll('+', ' ');
  if (/%(?![\dA-Fa-f]{2})/.test(spaced)) throw refusedPayment('body');
  const plain = spaced.replace(/%([\dA-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(plain, 'latin1');
}

/** Formats are slow to create. */
const known = new Map<string, number>();

function decimalsOf(currency: string): number {
  const format = () => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const decimals = known.get(currency) ?? format().maximumFractionDigits ?? 2;
  if (known.size < 200) known.set(currency, decimals);
  return decimals;
}

const minorUnits = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** decimalsOf(currency));

/** Parses e.g. `6.00`; null for anything else, and for too many decimals. */
export function minorUnitsOf(digits: string, currency: string): number | null {
  const [, whole = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,4}))?$/.exec(digits) ?? [];
  if (whole === '' || !/^[A-Z]{3}$/.test(currency)) return null;
  const most = decimalsOf(currency);
  const kept = decimals.slice(0, most);
  if (/[^0]/.test(decimals.slice(most))) return null;
  return Number(whole + kept.padEnd(most, '0'));
}

export interface PaymentSlice {
  /** The messages of the same subscription. */
  known: readonly PaymentRow[];
  plan: Plan | undefined;
}

/**
 * Compares with what was sold at the sign-up, or with the present plan. Null for repeats.
 * @throws DomainError `payment.refused`: wrong plan, amount or currency
 */
export function receivePayment(
  message: PaymentMessage,
  { known, plan }: PaymentSlice,
): PaymentReceived | null {
  if (known.some(({ id }) => id === paymentRowId(message.key))) return null;
  const signUp = known.find(({ kind }) => kind === 'signed-up');
  const sold = signUp ?? (plan && soldAs(plan));
  const isBuying = ['signed-up', 'paid', 'pending'].includes(message.kind);
  if (isBuying && !sold) throw refusedPayment('item_number');
  if (sold && message.itemNumber !== null && message.itemNumber !== sold.itemNumber)
    throw refusedPayment('item_number');
  if (isBuying && message.amount !== sold?.amount) throw refusedPayment(amountField(message.kind));
  if (isBuying && message.currency !== sold?.currency) throw refusedPayment('mc_currency');
  const quota = message.kind === 'signed-up' ? (plan?.quota ?? null) : null;
  return { type: 'billing.payment.received', ...message, plan: signUp?.plan ?? plan?.name ?? null, quota };
}

const soldAs = ({ itemNumber, price, currencyCode: currency }: Plan) => ({
  itemNumber,
  amount: minorUnits(price, currency),
  currency,
});

export const amountField = (kind: PaymentMessage['kind']): string =>
  kind === 'signed-up' ? 'mc_amount3' : 'mc_gross';

/** @param field the wrong one */
export const refusedPayment = (field: string, message?: string): DomainError =>
  new DomainError('payment.refused', { field, ...(message && { message }) });
