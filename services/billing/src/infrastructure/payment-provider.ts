import { DomainError } from '@skyshelf/contracts';
import { guardedGet } from '@skyshelf/outbound';
import type { HealthCheck, PaymentPlace } from '@skyshelf/service';
import type { PaymentProvider } from '../application/billing.js';

/** The provider waits no longer for an answer than 30 s, and so asks again if we wait too long for its own. */
const VERIFY_MS = 10_000;
/** It says one word. */
const MOST_BYTES = 1024;
const PREFIX = Buffer.from('cmd=_notify-validate&');

/** PayPal, or what stands in for it at the same interface. */
export function paymentProvider({
  provider,
  action,
  verify,
  receiver,
  sandbox,
}: PaymentPlace): PaymentProvider {
  const isLocal = provider === 'local';
  const limits = {
    timeoutMs: VERIFY_MS,
    maxBytes: MOST_BYTES,
    accept: 'text/plain',
    trusted: new Set(isLocal ? [new URL(verify).host] : []),
  };
  return {
    ...{ action, receiver, sandbox },
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

/** Says to everyone who takes payments. */
export const paymentsCheck = (place: PaymentPlace | null): HealthCheck => ({
  name: 'billing.payments',
  isPublic: true,
  check: async () => {
    if (!place)
      return {
        status: 'off',
        hint: 'Plans can not be bought: set PAYMENT_RECEIVER, see docs/outside-parties.md.',
      };
    return place.provider === 'paypal' ? { status: 'ok' } : { status: 'ok', hint: LOCAL_HINT };
  },
});

const LOCAL_HINT =
  'Payments go to a stand-in on this machine, and no money moves. Set PAYMENT_RECEIVER for PayPal.';
