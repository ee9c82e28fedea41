/** Fields of a message as PayPal sends them. */
export type MessageFields = Readonly<Record<string, string>>;

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number): string => String(n).padStart(2, '0');

/** A moment in PayPal's writing. */
export function paypalText(date: Date): string {
  const at = new Date(date.getTime() - 8 * 3_600_000);
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${time} ${monthNames[at.getUTCMonth()]} ${two(at.getUTCDate())}, ${at.getUTCFullYear()} PST`;
}

export interface Sold {
  subscription: string;
  custom: string;
  receiver: string;
  itemNumber?: string;
  /** The price in digits. */
  price?: string;
}

/** Builds PayPal's messages in the life of one subscription. */
export function messagesOf({ subscription, custom, receiver, itemNumber = 'deluxe', price = '6.00' }: Sold) {
  const common = {
    subscr_id: subscription,
    custom,
    receiver_email: receiver,
    business: receiver,
    test_ipn: '1',
    item_number: itemNumber,
    item_name: 'Größe: Deluxe',
    mc_currency: 'USD',
    charset: 'windows-1252',
    first_name: 'Zoë',
    payer_email: 'zoe@example.org',
    verify_sign: 'A-x.y',
  };
  const terms = { mc_amount3: price, period3: '1 M', recurring: '1', reattempt: '1' };
  const payment = (txn: string, status: string, date: Date) => ({
    ...common,
    txn_type: 'subscr_payment',
    txn_id: txn,
    payment_status: status,
    mc_gross: price,
    payment_date: paypalText(date),
  });
  const afterwards = (status: string) => (txn: string, parent: string, date: Date) => {
    const { txn_type: _, ...fields } = payment(txn, status, date);
    return { ...fields, parent_txn_id: parent, mc_gross: `-${price}`, reason_code: 'refund' };
  };
  const about = (type: string, date: Date) => ({ ...common, txn_type: type, subscr_date: paypalText(date) });
  return {
    signUp: (date: Date) => ({ ...about('subscr_signup', date), ...terms }),
    paid: (txn: string, date: Date) => payment(txn, 'Completed', date),
    pending: (txn: string, date: Date) => payment(txn, 'Pending', date),
    denied: (txn: string, date: Date) => payment(txn, 'Denied', date),
    failed: (date: Date) => ({ ...common, txn_type: 'subscr_failed', payment_date: paypalText(date) }),
    cancelled: (date: Date) => ({ ...about('subscr_cancel', date), ...terms }),
    ended: (date: Date) => about('subscr_eot', date),
    refunded: afterwards('Refunded'),
    reversed: afterwards('Reversed'),
    reinstated: afterwards('Canceled_Reversal'),
  };
}

/** A form in windows-1252, as PayPal writes it. */
export const formOf = (fields: MessageFields): Buffer =>
  Buffer.from(
    Object.entries(fields)
      .map(([name, value]) => `${name}=${encoded(value)}`)
      .join('&'),
    'latin1',
  );

const encoded = (value: string): string =>
  [...Buffer.from(value, 'latin1')]
    .map((byte) => (/[\w.-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : hex(byte)))
    .join('')
    .replaceAll('%20', '+');
const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
