import { payer, type DriveId, type PaymentMessage } from '@skyshelf/contracts';
import { formFields } from '../domain/form-fields.js';
import { readPayment } from '../domain/read-payment.js';
import { refusedPayment } from '../domain/receive-payment.js';
import type { Billing } from './billing.js';
import { recordPayment } from './record-payment.js';

/**
 * Local checks come first; then the provider confirms the message; only then is anything stored. Repeatable.
 * @throws DomainError `payment.refused`, `payment.unverified`, `drive.busy`
 */
export async function receiveMessage(billing: Billing, form: Buffer): Promise<void> {
  const { provider, clock } = billing;
  if (!provider) throw refusedPayment('receiver_email', 'Plans can not be bought here.');
  const fields = formFields(form);
  const message = readPayment(fields, provider, clock.now());
  const drive = await payerOf(billing, message, fields.get('custom'));
  if (!(await provider.hasSent(form)))
    throw refusedPayment('body', 'The payment provider has not sent this message.');
  await recordPayment(billing, drive, message);
}

/**
 * The first message of a subscription must name an account by our signed statement; then the subscription is
 * the account's, even when the key is gone.
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

/** Unverified. */
function namedIn(custom: string): DriveId | null {
  const [body = ''] = custom.split('.');
  try {
    return payer.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString())).data?.drive ?? null;
  } catch {
    return null;
  }
}
