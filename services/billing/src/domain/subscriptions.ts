import type { PaymentReceived } from '@skyshelf/contracts';
import type { PaymentRow } from './billing-row.js';
import { rowOfPayment } from './changes.js';

/** `active`: paid or awaiting renewal · `failing`: a payment failed since. */
export type SubscriptionState = 'active' | 'failing' | 'cancelled';

interface Subscription {
  id: string;
  /** The plan as sold; later changes of the plan don't count. */
  plan: string;
  quota: number;
  since: Date;
  state: SubscriptionState;
  /** The subscription ends then unless paid; null means never paid. */
  until: Date | null;
  /** Null unless it renews. */
  nextPayment: Date | null;
}

type SignUp = PaymentRow & { subscription: string; plan: string; quota: number };
const isSignUp = (row: PaymentRow): row is SignUp =>
  row.kind === 'signed-up' && row.subscription !== null && row.plan !== null && row.quota !== null;

/**
 * Computes subscriptions, largest first, from messages in any order: payments wait for their sign-up. In any order of
 * messages: payments wait for their sign-up.
 * @param graceMs after a missing or failed payment
 */
export function subscriptionsOf(rows: readonly PaymentRow[], graceMs: number): Subscription[] {
  const counts = countedPayments(rows);
  return rows
    .filter(isSignUp)
    .map((signUp) => subscriptionOf(signUp, rows, counts(signUp), graceMs))
    .toSorted((a, b) => b.quota - a.quota || (a.id < b.id ? -1 : 1));
}

function subscriptionOf(
  { subscription: id, plan, quota, date: since }: SignUp,
  rows: readonly PaymentRow[],
  paid: readonly PaymentRow[],
  graceMs: number,
): Subscription {
  const own = rows.filter(({ subscription }) => subscription === id);
  const lastPaid = latest(paid.map(({ date }) => date));
  const paidUntil = lastPaid && monthAfter(lastPaid);
  const failed = own.filter(({ kind, date }) => kind === 'failed' && lastPaid !== null && date > lastPaid);
  const firstFailure = failed.map(({ date }) => date).toSorted((a, b) => a.getTime() - b.getTime())[0];
  const ends = own.some(({ kind }) => kind === 'cancelled' || kind === 'ended');
  const graceFrom = firstFailure ?? paidUntil;
  const until = ends ? paidUntil : latest([paidUntil, graceFrom && new Date(graceFrom.getTime() + graceMs)]);
  const state = ends ? 'cancelled' : firstFailure ? 'failing' : 'active';
  const nextPayment = state === 'active' ? paidUntil : null;
  return { id, plan, quota, since, state, until: paidUntil && until, nextPayment };
}

/** Full ones, not refunded or reversed. */
function countedPayments(rows: readonly PaymentRow[]): (signUp: SignUp) => PaymentRow[] {
  const about = (transaction: string | null, kind: PaymentRow['kind']) =>
    rows.filter((row) => row.kind === kind && row.parent !== null && row.parent === transaction);
  const isTakenBack = ({ transaction, amount }: PaymentRow): boolean => {
    const refunded = about(transaction, 'refunded').reduce((sum, row) => sum + (row.amount ?? 0), 0);
    const reversals = about(transaction, 'reversed').length - about(transaction, 'reinstated').length;
    return refunded >= (amount ?? 0) || reversals > 0;
  };
  return ({ subscription, amount, currency }) =>
    rows.filter(
      (row) =>
        row.kind === 'paid' &&
        row.subscription === subscription &&
        row.amount === amount &&
        row.currency === currency &&
        !isTakenBack(row),
    );
}

/** The largest paid plan; null for none. */
export const entitlementAt = (subscriptions: readonly Subscription[], now: Date): Subscription | null =>
  subscriptions.find(({ until }) => until !== null && until > now) ?? null;

/** null: nothing ends. */
export function nextEnd(subscriptions: readonly Subscription[], now: Date): Date | null {
  const ahead = subscriptions.flatMap(({ until }) => (until && until > now ? [until.getTime()] : []));
  return ahead.length === 0 ? null : new Date(Math.min(...ahead));
}

/** A calendar month later, or the last day of a shorter month. */
export function monthAfter(date: Date): Date {
  const after = new Date(date);
  after.setUTCMonth(date.getUTCMonth() + 1);
  if (after.getUTCDate() !== date.getUTCDate()) after.setUTCDate(0);
  return after;
}

const latest = (dates: readonly (Date | null | undefined)[]): Date | null =>
  dates.reduce<Date | null>((last, date) => (date && (!last || date > last) ? date : last), null);

/** Gives the end of the plan if the message fails or cancels the subscription that counts. */
export function endingBy(
  received: PaymentReceived,
  rows: readonly PaymentRow[],
  { graceMs, now }: { graceMs: number; now: Date },
): Date | null {
  if (received.kind !== 'failed' && received.kind !== 'cancelled') return null;
  const counting = entitlementAt(subscriptionsOf([...rows, rowOfPayment(received)], graceMs), now);
  if (!counting || counting.id !== received.subscription || counting.state === 'active') return null;
  return counting.until;
}

export interface Cancellation {
  plan: string;
  purchaseDate: Date;
  deleteAfter: Date;
}

/** Is also true while the first payment is awaited: its sign-up may arrive later. */
const goesOn = ({ state, until }: Subscription, now: Date): boolean =>
  state !== 'cancelled' && (until === null || until > now);

/**
 * Null if nothing was bought or cancelled, or after subscribing again. A refunded payment was still a
 * purchase.
 */
export function cancellationOf(
  rows: readonly PaymentRow[],
  { graceMs, now }: { graceMs: number; now: Date },
): Cancellation | null {
  const subscriptions = subscriptionsOf(rows, graceMs);
  if (subscriptions.some((each) => goesOn(each, now))) return null;
  const cancelled = new Map(
    subscriptions.filter(({ state }) => state === 'cancelled').map((each) => [each.id, each]),
  );
  const [last] = rows
    .filter(({ kind, subscription }) => kind === 'paid' && cancelled.has(subscription ?? ''))
    .toSorted((a, b) => b.date.getTime() - a.date.getTime());
  const plan = cancelled.get(last?.subscription ?? '')?.plan;
  if (!last || plan === undefined) return null;
  return { plan, purchaseDate: last.date, deleteAfter: monthAfter(last.date) };
}
