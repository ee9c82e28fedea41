import {
  DomainError,
  opId,
  type DriveId,
  type PaymentMessage,
  type PaymentReceived,
  type PaymentRecord,
} from '@skyshelf/contracts';
import { traceparentOf } from '@skyshelf/telemetry';
import type { PaymentRow } from '../domain/billing-row.js';
import type { Decision } from '../domain/decision.js';
import { endingBy } from '../domain/ending-by.js';
import { receivePayment, type PaymentSlice } from '../domain/receive-payment.js';
import type { Billing } from './billing.js';
import { settleRequest } from './settle-plan.js';

/**
 * With the event come its line in the record of payments and the job that settles the plan.
 * @throws DomainError `payment.refused`, `drive.busy`
 */
export async function recordPayment(
  billing: Billing,
  drive: DriveId,
  message: PaymentMessage,
): Promise<void> {
  const { store, plans, payments, graceMs, clock, wake } = billing;
  const { key, itemNumber } = message;
  const plan = (await plans.all()).find((each) => each.itemNumber === itemNumber);
  const recordOf = (event: PaymentReceived, outcome: PaymentRecord['outcome']): PaymentRecord => {
    const { type: _, quota: __, until: ___, ...said } = event;
    return { ...said, drive, outcome, received: clock.now().toISOString() };
  };
  try {
    await store.withDrive(
      drive,
      opId.parse(`payment:${key}`),
      {
        name: 'record-payment',
        payload: { key },
        read: async (reader) => ({ plan, rows: (await reader.find({ class: 'payment' })) as PaymentRow[] }),
        decide: (slice, { now }) => decided(message, slice, { graceMs, now }),
        alongside: async (side, { event }) => {
          if (event?.type !== 'billing.payment.received') return;
          await side.record(recordOf(event, 'recorded'));
          await side.enter(settleRequest(drive, { key, at: null }, clock.now()));
        },
      },
      { actor: 'billing', trace: traceparentOf() },
    );
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'drive.closed') throw error;
    const event = receivePayment({ ...message }, { known: [], plan });
    if (event) await payments.keep(recordOf(event, 'account-deleted'));
    return;
  }
  wake();
}

/** With the moment at which the account loses its plan. */
function decided(
  message: PaymentMessage,
  { plan, rows }: Pick<PaymentSlice, 'plan'> & { rows: readonly PaymentRow[] },
  terms: { graceMs: number; now: Date },
): Decision<null> {
  const known = rows.filter(({ subscription }) => subscription === message.subscription);
  const event = receivePayment(message, { plan, known });
  const until = event && endingBy(event, rows, terms);
  return { event: event && until ? { ...event, until: until.toISOString() } : event, answer: null };
}
