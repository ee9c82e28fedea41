import fc from 'fast-check';
import type { PaymentMessage, PaymentReceived } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { formOf, messagesOf, type MessageFields } from '../../testing/paypal-messages.js';
import { initialPlans } from '../infrastructure/plans.data.js';
import type { BillingRow, PaymentRow, SubscriptionRow } from './billing-row.js';
import { changesOf } from './changes.js';
import { formFields, receivePayment } from './receive-payment.js';
import { readPayment } from './read-payment.js';
import { decideSettlePlan } from './plan.js';
import { endingBy, monthAfter, subscriptionsOf } from './subscriptions.js';

const ORDERS = 5000;
const graceMs = 7 * 86_400_000;
const receiver = 'seller@example.org';
const opening = { name: 'Free', quota: 250 * 1024 ** 2 };
const on = (text: string) => new Date(`${text}T12:00:00Z`);

const read = new WeakMap<MessageFields, PaymentMessage>();
function messageOf(fields: MessageFields): PaymentMessage {
  const terms = { receiver, sandbox: true };
  const message = read.get(fields) ?? readPayment(formFields(formOf(fields)), terms, on('2026-01-01'));
  read.set(fields, message);
  return message;
}

/** An account's rows, as messages make them. */
class Account {
  readonly rows = new Map<string, BillingRow>();
  readonly audit: PaymentReceived[] = [];

  take(...messages: readonly MessageFields[]): this {
    for (const fields of messages) {
      const message = messageOf(fields);
      const known = this.payments.filter(({ subscription }) => subscription === message.subscription);
      const plan = initialPlans.find(({ itemNumber }) => itemNumber === message.itemNumber);
      const event = receivePayment(message, { known, plan });
      if (event) this.audit.push(event);
      for (const change of event ? changesOf(event, on('2026-01-01')) : []) {
        if (change.op === 'insert') this.rows.set(change.row.id, change.row);
      }
    }
    return this;
  }

  get payments(): PaymentRow[] {
    return [...this.rows.values()].filter((row): row is PaymentRow => row.class === 'payment');
  }

  /** The plan on that day, and when it is looked at again. */
  planOn(day: string): [string, string | null] {
    const present = { plan: opening.name, quota: opening.quota } as SubscriptionRow;
    const terms = { opening: opening, graceMs, now: on(day) };
    const { event, answer } = decideSettlePlan({ present, payments: this.payments }, terms);
    return [event?.type === 'billing.plan.changed' ? event.plan : present.plan, answer?.slice(0, 10) ?? null];
  }
}

const sold = { subscription: 'I-1', custom: 'signed', receiver };
const deluxe = messagesOf(sold);
const standard = messagesOf({ ...sold, subscription: 'I-2', itemNumber: 'standard', price: '2.00' });
const signedUp = deluxe.signUp(on('2026-01-05'));
const paid = deluxe.paid('T1', on('2026-01-05'));
const bought = [signedUp, paid];

describe('a subscription', () => {
  it('gives its plan for each paid month and for the days of grace', () => {
    const account = new Account().take(...bought);
    expect(account.planOn('2026-01-06')).toEqual(['Deluxe', '2026-02-12']);
    expect(account.planOn('2026-02-12')).toEqual(['Free', null]);
    expect(account.take(deluxe.paid('T2', on('2026-02-05'))).planOn('2026-02-28')[0]).toBe('Deluxe');
  });

  it('gives nothing before it is both signed up and paid', () => {
    expect(new Account().take(paid).planOn('2026-01-06')).toEqual(['Free', null]);
    expect(new Account().take(signedUp).planOn('2026-01-06')).toEqual(['Free', null]);
    const waits = [signedUp, deluxe.pending('T1', on('2026-01-05'))];
    expect(new Account().take(...waits).planOn('2026-01-06')[0]).toBe('Free');
    expect(new Account().take(...waits, paid).planOn('2026-01-06')[0]).toBe('Deluxe');
    expect(new Account().take(...waits, deluxe.denied('T1', on('2026-01-06'))).planOn('2026-01-06')[0]).toBe(
      'Free',
    );
  });

  it('is paid next when the paid month ends, while it renews', () => {
    const next = (account: Account) => subscriptionsOf(account.payments, graceMs)[0]?.nextPayment;
    expect(next(new Account().take(signedUp))).toBeNull();
    const account = new Account().take(...bought);
    expect(next(account)).toEqual(on('2026-02-05'));
    expect(next(account.take(deluxe.failed(on('2026-02-06'))))).toBeNull();
    expect(next(account.take(deluxe.paid('T2', on('2026-02-08'))))).toEqual(on('2026-03-08'));
    expect(next(account.take(deluxe.cancelled(on('2026-02-10'))))).toBeNull();
  });

  it('ends seven days after the first payment that failed, unless one comes', () => {
    const failing = new Account().take(
      ...bought,
      deluxe.failed(on('2026-02-06')),
      deluxe.failed(on('2026-02-10')),
    );
    expect(subscriptionsOf(failing.payments, graceMs)).toMatchObject([{ state: 'failing' }]);
    expect(failing.planOn('2026-02-12')).toEqual(['Deluxe', '2026-02-13']);
    expect(failing.planOn('2026-02-13')[0]).toBe('Free');
    expect(failing.take(deluxe.paid('T2', on('2026-02-12'))).planOn('2026-02-13')[0]).toBe('Deluxe');
  });

  it('lasts until the paid month ends once it is cancelled', () => {
    const account = new Account().take(...bought, deluxe.cancelled(on('2026-01-10')));
    expect(account.planOn('2026-02-04')).toEqual(['Deluxe', '2026-02-05']);
    expect(account.take(deluxe.ended(on('2026-02-05'))).planOn('2026-02-05')).toEqual(['Free', null]);
  });

  it('loses what is paid back, not what is paid back in part', () => {
    const refund = deluxe.refunded('R1', 'T1', on('2026-01-07'));
    expect(new Account().take(...bought, refund).planOn('2026-01-08')[0]).toBe('Free');
    const part = { ...refund, mc_gross: '-1.00' };
    expect(new Account().take(...bought, part).planOn('2026-01-08')[0]).toBe('Deluxe');
    const disputed = new Account().take(...bought, deluxe.reversed('R2', 'T1', on('2026-01-07')));
    expect(disputed.planOn('2026-01-08')[0]).toBe('Free');
    const won = disputed.take(deluxe.reinstated('R3', 'T1', on('2026-01-09')));
    expect(won.planOn('2026-01-10')[0]).toBe('Deluxe');
  });

  it('is the largest of several', () => {
    const both = new Account().take(
      standard.signUp(on('2026-01-02')),
      standard.paid('T9', on('2026-01-02')),
      ...bought,
    );
    expect(both.planOn('2026-01-06')[0]).toBe('Deluxe');
    expect(both.take(deluxe.cancelled(on('2026-01-06'))).planOn('2026-02-06')[0]).toBe('Standard');
  });

  it('keeps the room and the price that were sold with it', () => {
    const account = new Account().take(...bought);
    const [{ quota } = { quota: 0 }] = subscriptionsOf(account.payments, graceMs);
    expect(quota).toBe(100 * 1024 ** 3);
    const dearer = { ...deluxe.paid('T2', on('2026-02-05')), mc_gross: '7.00' };
    expect(() => account.take(dearer)).toThrow(expect.objectContaining({ details: { field: 'mc_gross' } }));
  });

  it('has months as the calendar has them', () => {
    expect(monthAfter(on('2026-01-31'))).toEqual(on('2026-02-28'));
    expect(monthAfter(on('2028-01-31'))).toEqual(on('2028-02-29'));
    expect(monthAfter(on('2026-12-15'))).toEqual(on('2027-01-15'));
  });
});

it(`${ORDERS} lives in any order, with repetitions, end as in order, and so does their record`, () => {
  const life = [
    ...bought,
    deluxe.pending('T2', on('2026-02-05')),
    deluxe.paid('T2', on('2026-02-05')),
    deluxe.failed(on('2026-03-06')),
    deluxe.failed(on('2026-03-09')),
    deluxe.paid('T3', on('2026-03-11')),
    deluxe.refunded('R3', 'T3', on('2026-03-12')),
    deluxe.reversed('R2', 'T2', on('2026-03-12')),
    deluxe.reinstated('R4', 'T2', on('2026-03-14')),
    deluxe.cancelled(on('2026-03-15')),
    deluxe.ended(on('2026-04-01')),
    standard.signUp(on('2026-02-20')),
    standard.denied('S1', on('2026-02-20')),
    standard.paid('S2', on('2026-02-22')),
    standard.cancelled(on('2026-03-01')),
  ];
  const days = ['2026-01-06', '2026-02-21', '2026-03-10', '2026-03-13', '2026-03-20', '2026-05-01'];
  const endOf = (messages: readonly MessageFields[]) => {
    const account = new Account().take(...messages);
    const audit = account.audit.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    return { audit, plans: days.map((day) => account.planOn(day)) };
  };
  const expected = endOf(life);
  expect(expected.audit).toHaveLength(life.length);
  const repeated = fc.array(fc.constantFrom(...life), { maxLength: 10 });
  const orders = repeated.chain((more) =>
    fc.shuffledSubarray([...life, ...more], { minLength: life.length + more.length }),
  );
  fc.assert(
    fc.property(orders, (order) => {
      expect(endOf(order)).toEqual(expected);
    }),
    { numRuns: ORDERS },
  );
}, 60_000);

describe('the end that a message brings', () => {
  const said = (
    kind: PaymentRow['kind'],
    day: string,
    more: Partial<PaymentReceived> = {},
  ): PaymentReceived => ({
    type: 'billing.payment.received',
    key: `${kind}:${day}`,
    kind,
    subscription: 'I-1',
    transaction: `T-${day}`,
    parent: null,
    itemNumber: 'deluxe',
    amount: 600,
    currency: 'USD',
    plan: 'Deluxe',
    quota: 1000,
    date: on(day).toISOString(),
    ...more,
  });
  const row = (...args: Parameters<typeof said>): PaymentRow => {
    const { type: _, key, date, ...rest } = said(...args);
    return { ...rest, id: `payment:${key}`, class: 'payment', date: new Date(date) };
  };
  const terms = { graceMs: 7 * 86_400_000, now: on('2026-02-06') };
  const life = [row('signed-up', '2026-01-05'), row('paid', '2026-01-05')];

  it('a failed payment ends a plan after the grace, a cancellation with the month that is paid for', () => {
    expect(endingBy(said('failed', '2026-02-05'), life, terms)).toEqual(on('2026-02-12'));
    const now = on('2026-01-20');
    expect(endingBy(said('cancelled', '2026-01-20'), life, { ...terms, now })).toEqual(on('2026-02-05'));
  });

  it('nothing ends by other messages, by what is late, or while a larger subscription goes on', () => {
    expect(endingBy(said('paid', '2026-02-05'), life, terms)).toBeNull();
    expect(endingBy(said('failed', '2026-02-05'), [], terms)).toBeNull();
    const paidSince = [...life, row('paid', '2026-02-06')];
    expect(endingBy(said('failed', '2026-02-05'), paidSince, terms)).toBeNull();
    const larger = { subscription: 'I-2', quota: 5000 };
    const both = [...life, row('signed-up', '2026-02-01', larger), row('paid', '2026-02-01', larger)];
    expect(endingBy(said('failed', '2026-02-05'), both, terms)).toBeNull();
  });
});
