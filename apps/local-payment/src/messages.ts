import type { LocalSubscription } from './ledger.js';

/** As PayPal sends them. */
export type Message = Readonly<Record<string, string>>;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number): string => String(n).padStart(2, '0');
const HOURS_BEHIND = 8;

/** `20:12:59 Jan 13, 2026 PST` */
function dateText(moment: Date): string {
  const at = new Date(moment.getTime() - HOURS_BEHIND * 3_600_000);
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${time} ${months[at.getUTCMonth()]} ${two(at.getUTCDate())}, ${at.getUTCFullYear()} PST`;
}

/** As PayPal would send them. */
export function messagesAbout(about: LocalSubscription, receiver: string, now: Date) {
  const { id, plan, itemNumber, price, currency, custom } = about;
  const common = {
    ...{ test_ipn: '1', charset: 'windows-1252', receiver_email: receiver, business: receiver },
    ...{ subscr_id: id, custom, item_number: itemNumber, item_name: plan, mc_currency: currency },
  };
  const date = dateText(now);
  const payment = { ...common, mc_gross: price, payment_date: date };
  return {
    signedUp: {
      ...{ ...common, txn_type: 'subscr_signup', subscr_date: date },
      ...{ mc_amount3: price, period3: '1 M', recurring: '1', reattempt: '1' },
    },
    paid: (transaction: string) => ({
      ...{ ...payment, txn_type: 'subscr_payment', txn_id: transaction, payment_status: 'Completed' },
    }),
    failed: { ...common, txn_type: 'subscr_failed', payment_date: date },
    cancelled: { ...common, txn_type: 'subscr_cancel', subscr_date: date },
    ended: { ...common, txn_type: 'subscr_eot', subscr_date: date },
    refunded: (transaction: string, parent: string) => ({
      ...{ ...payment, mc_gross: `-${price}`, payment_status: 'Refunded', reason_code: 'refund' },
      ...{ txn_id: transaction, parent_txn_id: parent },
    }),
  };
}

/** A form in windows-1252, like PayPal's. */
export const formOf = (message: Message): Buffer =>
  Buffer.from(
    Object.entries(message)
      .map(([name, value]) => `${name}=${encoded(value)}`)
      .join('&'),
    'latin1',
  );

const encoded = (value: string): string =>
  [...Buffer.from(value, 'latin1')]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[\w.-]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
