import { DomainError } from '@skyshelf/contracts';
import { guardedGet } from '@skyshelf/outbound';
import type { PaymentEndpoints } from '@skyshelf/service';
import type { PaymentProvider } from '../application/billing.js';

/** Shorter than the 30 s after which the provider repeats. */
const VERIFY_MS = 10_000;
const MOST_BYTES = 1024;
const PREFIX = Buffer.from('cmd=_notify-validate&');

/** Connects to PayPal, or to a stand-in with the same interface. */
export function paymentProvider({
  provider,
  action,
  verify,
  receiver,
  sandbox,
}: PaymentEndpoints): PaymentProvider {
  const isLocal = provider === 'local';
  const limits = {
    timeoutMs: VERIFY_MS,
    maxBytes: MOST_BYTES,
    accept: 'text/plain',
    trusted: new Set(isLocal ? [new URL(verify).host] : []),
  };
  return {
    action,
    receiver,
    sandbox,
    buttonOf: ({ buttonId, price, itemNumber }) =>
      buttonId ?? (isLocal && price > 0 ? `local-${itemNumber}` : null),
    hasSent: async (message) => {
      const answer = await guardedGet(verify, { ...limits, form: Buffer.concat([PREFIX, message]) }).catch(
        (cause: unknown) => {
          throw new DomainError('payment.unverified', { cause });
        },
      );
      const word = answer.body.toString('latin1').trim();
      if (answer.status !== 200 || (word !== 'VERIFIED' && word !== 'INVALID'))
        throw new DomainError('payment.unverified', {
          cause: new Error(`The provider's answer has status ${answer.status} and says neither yes nor no.`),
        });
      return word === 'VERIFIED';
    },
  };
}
