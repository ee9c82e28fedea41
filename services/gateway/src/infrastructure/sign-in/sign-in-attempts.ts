import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@skyshelf/tokens';
import type { Collection, Db } from 'mongodb';
import { ATTEMPT_MS, type SignInAttempt } from '../../domain/sign-in.js';

interface AttemptDocument extends SignInAttempt {
  /** Hash of `state`, which is only in the browser's address. */
  _id: string;
  /** Hash of the cookie: another browser can't continue. */
  browser: string;
  expires: Date;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Each can be finished once, by its browser, at any replica. */
export class SignInAttempts {
  readonly #attempts: Collection<AttemptDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.#attempts = db.collection('signInAttempts');
  }

  /** @returns the `state` to send along */
  async begin(browser: string, attempt: SignInAttempt): Promise<string> {
    const state = randomBytes(32).toString('base64url');
    const expires = new Date(this.clock.now().getTime() + ATTEMPT_MS);
    await this.#attempts.insertOne({ _id: hash(state), ...attempt, browser: hash(browser), expires });
    return state;
  }

  /** @returns null when this browser has none, or it is late or finished */
  async finish(browser: string, provider: string, state: string): Promise<SignInAttempt | null> {
    const terms = { _id: hash(state), provider, browser: hash(browser), expires: { $gt: this.clock.now() } };
    return this.#attempts.findOneAndDelete(terms, {
      projection: { _id: 0, provider: 1, verifier: 1, nonce: 1, clientState: 1, path: 1 },
    });
  }
}
