import { expect, it } from 'vitest';
import type { PaymentRow } from './billing-row.js';
import { cancellationOf } from './subscriptions.js';

const graceMs = 7 * 86_400_000;
const row = (kind: PaymentRow['kind'], date: string, subscription = 'I-1'): PaymentRow => ({
  id: `payment:${subscription}:${kind}:${date}`,
  class: 'payment',
  kind,
  subscription,
  transaction: `T-${subscription}-${date}`,
  parent: null,
  itemNumber: 'deluxe',
  amount: 600,
  currency: 'USD',
  plan: 'Deluxe',
  quota: 1,
  date: new Date(`${date}T12:00:00Z`),
});
const at = (now: string, ...rows: PaymentRow[]) =>
  cancellationOf(rows, { graceMs, now: new Date(`${now}T12:00:00Z`) });
const life = [row('signed-up', '2027-12-31'), row('paid', '2027-12-31'), row('paid', '2028-01-31')];

it('is of the last payment, and its account may go a calendar month later, clipped to the end of the month', () => {
  const cancelled = [...life, row('cancelled', '2028-02-02')];
  const found = {
    plan: 'Deluxe',
    purchaseDate: new Date('2028-01-31T12:00:00Z'),
    deleteAfter: new Date('2028-02-29T12:00:00Z'),
  };
  for (const rows of [cancelled, cancelled.toReversed()]) expect(at('2028-02-03', ...rows)).toEqual(found);
  const refund = { ...row('refunded', '2028-02-03'), parent: 'T-I-1-2028-01-31' };
  expect(at('2028-02-03', ...cancelled, refund)).toEqual(found);
});

it('is none without a purchase, without a cancellation, or once subscribed again', () => {
  expect(at('2028-02-03')).toBeNull();
  expect(at('2028-02-03', ...life)).toBeNull();
  expect(at('2028-02-03', row('signed-up', '2028-01-01'), row('cancelled', '2028-01-02'))).toBeNull();
  const cancelled = [...life, row('cancelled', '2028-02-02')];
  const again = [row('signed-up', '2028-03-01', 'I-2'), row('paid', '2028-03-01', 'I-2')];
  expect(at('2028-03-02', ...cancelled, ...again.slice(0, 1))).toBeNull();
  expect(at('2028-03-02', ...cancelled, ...again)).toBeNull();
  // Its second month was never paid for.
  expect(at('2028-05-01', ...cancelled, ...again)).toMatchObject({ plan: 'Deluxe' });
});
