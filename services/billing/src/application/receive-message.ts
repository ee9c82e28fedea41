import {
  payer,
  type DriveId,
  type PaymentMessage,
  DomainError,
  opId,
  type PaymentReceived,
  type PaymentRecord,
} from '@skyshelf/contracts';
import { traceparentOf } from '@skyshelf/telemetry';
import { formFields, refusedPayment, receivePayment, type PaymentSlice } from '../domain/receive-payment.js';
import { readPayment } from '../domain/read-payment.js';
import type { Billing } from './billing.js';
import { isPaymentRow, type PaymentRow } from '../domain/billing-row.js';
import type { Decision } from '../domain/decision.js';
import { endingBy } from '../domain/subscriptions.js';
import { settleRequest } from './settle-plan.js';

/**
 * Checked here, then confirmed by the provider, then stored. Repeatable.
 * @throws DomainError `payment.refused`, `payment.unverified`, `drive.busy`
 */
export async function receiveMessage(billing: Billing, form: Buffer): Promise<void> {
  const { provider, clock } = billing;
  if (!provider) throw refusedPayment('receiver_email', 'Plans cannot be bought here.');
  const fields = formFields(form);
  const message = readPayment(fields, provider, clock.now());
  const drive = await payerOf(billing, message, fields.get('custom'));
  if (!(await provider.hasSent(form)))
    throw refusedPayment('body', 'The payment provider has not sent this message.');
  await recordPayment(billing, drive, message);
}

/**
 * A subscription's first message names the account by our signed statement; then it stays the account's, even
 * when the key is gone.
 */
async function payerOf(
  { payments, signer }: Pick<Billing, 'payments' | 'signer'>,
  message: PaymentMessage,
  custom: string | undefined,
): Promise<DriveId> {
  const known = await payments.accountOf(message);
  const signed = custom === undefined ? undefined : payer.safeParse(signer.open(custom)).data;
  if (known === null) {
    if (!signed) throw refusedPayment('custom');
    return signed.drive;
  }
  const named = signed?.drive ?? (custom === undefined ? known : namedIn(custom));
  if (named !== known) throw refusedPayment('custom');
  return known;
}

/** Reads the drive without verification. */
function namedIn(custom: string): DriveId | null {
  const [body = ''] = custom.split('.');
  try {
    return payer.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString())).data?.drive ?? null;
  } catch {
    return null;
  }
}

/**
 * Adds the record and the job that settles the plan.
 * @throws DomainError `payment.refused`, `drive.busy`
 */
async function recordPayment(billing: Billing, drive: DriveId, message: PaymentMessage): Promise<void> {
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
        read: async (reader) => ({
          plan,
          rows: (await reader.find({ class: 'payment' })).filter(isPaymentRow),
        }),
        decide: (slice, { now }) => decided(message, slice, { graceMs, now }),
        alongside: async (side, { event }) => {
          if (event?.type !== 'billing.payment.received') return;
          await side.record(recordOf(event, 'recorded'));
          await side.enqueue(settleRequest(drive, { key, at: null }, clock.now()));
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

/** Decides the moment when the plan ends. */
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
