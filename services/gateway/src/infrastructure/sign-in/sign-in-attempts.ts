import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@skyshelf/tokens';
import type { Collection, Db } from 'mongodb';

/** What must be known again when a user comes back from their provider. */
export interface SignInAttempt {
  provider: string;
  /** PKCE (RFC 7636). */
  verifier: string;
  /** Binds the identity token to this attempt. */
  nonce: string;
  /** What the page wants back with the tokens: proof that it began there. */
  clientState: string;
  /** The page's route that finishes it. */
  path: string;
}

interface AttemptDocument extends SignInAttempt {
  /** Hash of the `state`: the value itself is only in the browser's address. */
  _id: string;
  /** Hash of the browser's cookie: another browser cannot go on with it. */
  browser: string;
  expires: Date;
}

/** Time for a user to find their password, milliseconds. */
export const ATTEMPT_MS = 10 * 60_000;

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Sign-ins under way. Each can be finished once, by the browser that began it, whichever replica it comes back to. */
export class SignInAttempts {
  readonly #attempts: Collection<AttemptDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.#attempts = db.collection('signInAttempts');
  }

  async prepare(): Promise<void> {
    await this.#attempts.createIndex({ expires: 1 }, { expireAfterSeconds: 0 });
  }

  /** @returns the `state` to send along */
  async begin(browser: string, attempt: SignInAttempt): Promise<string> {
    const state = randomBytes(32).toString('base64url');
    const expires = new Date(this.clock.now().getTime() + ATTEMPT_MS);
    await this.#attempts.insertOne({ _id: hash(state), ...attempt, browser: hash(browser), expires });
    return state;
  }

  /** @returns null when there is no such attempt of this browser, it took too long, or it is finished already */
  async finish(browser: string, provider: string, state: string): Promise<SignInAttempt | null> {
    const terms = { _id: hash(state), provider, browser: hash(browser), expires: { $gt: this.clock.now() } };
    return this.#attempts.findOneAndDelete(terms, {
      projection: { _id: 0, provider: 1, verifier: 1, nonce: 1, clientState: 1, path: 1 },
    });
  }
}
