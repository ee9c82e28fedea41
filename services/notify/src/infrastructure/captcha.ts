import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { captchaChallenge } from '@skyshelf/contracts';
import type { Clock } from '@skyshelf/tokens';
import { z } from 'zod';
import type { Captcha } from '../application/notify.js';

const LASTS_MS = 600_000;
const ALGORITHM = 'PBKDF2/SHA-256';
/** A try takes about a millisecond in a browser. */
export const CAPTCHA_COST = 3000;
/** The successful try: all take about as long. */
const TRIES = { from: 300, to: 600 };

const solutionOf = z.strictObject({
  challenge: z.strictObject({
    parameters: captchaChallenge.shape.parameters.strict(),
    signature: captchaChallenge.shape.signature,
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string(), time: z.number().optional() }),
});

interface CaptchaOptions {
  secrets(): Secrets;
  cost: number;
  clock: Clock;
}

/**
 * Implements ALTCHA's proof of work without state.
 * @param secrets sign challenges and solutions; the same in all replicas
 */
export function altchaCaptcha({ secrets, cost, clock }: CaptchaOptions): Captcha {
  return {
    challenge: async () => {
      const challenge = await createChallenge({
        algorithm: ALGORITHM,
        cost,
        deriveKey,
        ...secrets(),
        counter: randomInt(TRIES.to, TRIES.from),
        // Not ALTCHA's own field, which goes by the machine's clock.
        data: { expires: clock.now().getTime() + LASTS_MS },
      });
      return captchaChallenge.parse(challenge);
    },
    solved: async (text) => {
      const given = solutionOf.safeParse(jsonIn(text));
      if (!given.success) return null;
      const { challenge, solution } = given.data;
      const until = new Date(challenge.parameters.data.expires);
      if (until <= clock.now()) return null;
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets() });
      return verified ? { id: challenge.parameters.nonce, until } : null;
    },
  };
}

interface Secrets {
  hmacSignatureSecret: string;
  hmacKeySignatureSecret: string;
}

function jsonIn(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString());
  } catch {
    return null;
  }
}
