import type { StandIn } from '@skyshelf/testing';
import { formOf, messagesOf, type MessageFields } from './paypal-messages.js';

/** Copies the fields without some. */
export const without = (fields: MessageFields, ...names: string[]): MessageFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

type Bad = readonly [
  what: string,
  fields: () => MessageFields | Buffer,
  status?: number,
  before?: () => void,
];

export interface BadMessageDeps {
  receiver: string;
  date: Date;
  /** Of the account, as it is signed. */
  custom(): string;
  drive: string;
  signed(statement: object): string;
  /** The provider answers so. */
  answer: StandIn['answer'];
}

/**
 * Messages that must change nothing. The provider has sent all but those that are bytes: what is wrong is
 * what they say.
 */
export function badMessagesOf({
  receiver,
  date,
  custom,
  drive,
  signed,
  answer,
}: BadMessageDeps): readonly Bad[] {
  const life = () => messagesOf({ subscription: 'I-bad', custom: custom(), receiver });
  const paid = (more: Record<string, string> = {}) => ({ ...life().paid('T-bad', date), ...more });
  const signUp = (more: Record<string, string> = {}) => ({ ...life().signUp(date), ...more });
  const changed = (form: Buffer, from: string, to: string) =>
    Buffer.from(form.toString('latin1').replace(from, to), 'latin1');
  const says = (status: number, body: string) => () =>
    answer((_, response) => response.writeHead(status).end(body));

  return [
    ['another receiver', () => paid({ receiver_email: 'thief@example.org' })],
    ['no receiver', () => without(paid(), 'receiver_email', 'business')],
    ['a receiver that only begins like ours', () => paid({ receiver_email: `${receiver}.example.org` })],
    ['the other world’s money', () => paid({ test_ipn: '0' })],
    ['no word of play money', () => without(paid(), 'test_ipn')],
    ['an unknown type', () => paid({ txn_type: 'web_accept' })],
    ['no type', () => without(paid(), 'txn_type')],
    ['a changed subscription', () => paid({ txn_type: 'subscr_modify' })],
    ['an unknown state', () => paid({ payment_status: 'Completed!' })],
    ['no state', () => without(paid(), 'payment_status')],
    ['no transaction', () => without(paid(), 'txn_id')],
    ['a transaction with a quote', () => paid({ txn_id: "T'--" })],
    ['a transaction that is too long', () => paid({ txn_id: 'T'.repeat(65) })],
    ['an operator as transaction', () => without({ ...paid(), 'txn_id[$ne]': '1' }, 'txn_id')],
    ['no subscription', () => without(paid(), 'subscr_id')],
    ['a subscription with a line feed', () => paid({ subscr_id: 'I-1\nI-2' })],
    ['too little', () => paid({ mc_gross: '0.01' })],
    ['too much', () => paid({ mc_gross: '600.00' })],
    ['an amount below nothing', () => paid({ mc_gross: '-6.00' })],
    ['an amount with a comma', () => paid({ mc_gross: '6,00' })],
    ['half a cent', () => paid({ mc_gross: '6.005' })],
    ['an amount in another writing', () => paid({ mc_gross: '6e0' })],
    ['no amount', () => without(paid(), 'mc_gross')],
    ['another currency', () => paid({ mc_currency: 'JPY' })],
    ['no currency', () => without(paid(), 'mc_currency')],
    ['a plan that there is not', () => paid({ item_number: 'platinum' })],
    ['no plan', () => without(paid(), 'item_number')],
    ['the price of another plan', () => paid({ item_number: 'professional' })],
    ['a date that there is not', () => paid({ payment_date: '12:00:00 Feb 31, 2026 PST' })],
    ['a date in another writing', () => paid({ payment_date: '2026-01-05T12:00:00Z' })],
    ['no account', () => without(paid(), 'custom')],
    ['an account by its name', () => paid({ custom: 'local|victim' })],
    ['an account by its drive', () => paid({ custom: drive })],
    [
      'an account signed by someone else',
      () => paid({ custom: `${custom().split('.')[0]}.${'A'.repeat(43)}` }),
    ],
    ['a statement of another kind', () => paid({ custom: signed({ kind: 'upload-grant', drive: 'x' }) })],
    ['a sign-up for a cheaper price', () => signUp({ mc_amount3: '1.00' })],
    ['a sign-up with a trial', () => signUp({ period1: '1 Y', mc_amount1: '0.00' })],
    ['a sign-up for a year', () => signUp({ period3: '1 Y' })],
    ['a sign-up for once', () => signUp({ recurring: '0' })],
    ['a sign-up that ends', () => signUp({ recur_times: '2' })],
    ['a refund of nothing', () => without({ ...paid(), payment_status: 'Refunded' }, 'txn_type')],
    ['an unknown character set', () => paid({ charset: 'utf-7' })],
    ['bytes that are no UTF-8', () => paid({ charset: 'utf-8' })],
    ['another’s subscription', () => ({ ...paid(), subscr_id: 'I-early', txn_id: 'T-stolen' })],
    ['a message that no one has sent', () => changed(formOf(paid()), 'T-bad', 'T-new')],
    ['one byte changed', () => changed(formOf(paid()), 'Zo%EB', 'Zo%EC')],
    ['a field more', () => Buffer.concat([formOf(paid()), Buffer.from('&x=1')])],
    ['a field twice', () => Buffer.concat([formOf(paid()), Buffer.from('&txn_id=T-2')])],
    ['a broken escape', () => Buffer.concat([formOf(paid()), Buffer.from('&x=%G1')])],
    ['nothing', () => Buffer.from('')],
    ['JSON in place of a form', () => Buffer.from(JSON.stringify(paid()))],
    ['301 fields', () => Buffer.concat([formOf(paid()), Buffer.from('&a=1'.repeat(301))])],
    ['70 KB', () => Buffer.concat([formOf(paid()), Buffer.from(`&memo=${'x'.repeat(70_000)}`)]), 413],
    ['a provider that is out of order', paid, 503, says(500, 'VERIFIED')],
    ['a provider that talks HTML', paid, 503, says(200, '<html>VERIFIED</html>')],
    ['a provider that says nothing', paid, 503, says(200, '')],
    ['a provider that says too much', paid, 503, says(200, 'VERIFIED'.repeat(1000))],
    ['a provider that breaks off', paid, 503, () => answer((asked) => asked.socket.destroy())],
    [
      'a provider that leads elsewhere',
      paid,
      503,
      () => answer((_, response) => response.writeHead(302, { location: '/yes' }).end()),
    ],
  ];
}
