import type { PaymentReceived } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import type { PaymentRow } from './billing-row.js';
import { endingBy } from './ending-by.js';

const on = (day: string): Date => new Date(`${day}T12:00:00Z`);
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
