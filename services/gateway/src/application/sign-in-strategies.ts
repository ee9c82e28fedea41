import type { ProviderConfig } from '../domain/provider.js';
import type { SignInAttempt } from '../domain/sign-in-attempt.js';

/** What the request carries through passport: begun on the way out, found again on the way back. */
export interface SignInRequest {
  signIn: {
    /** The value of the browser's cookie. */
    browser: string;
    nonce: string;
    /** What the page wants back with the tokens. */
    clientState: string;
    path: string;
    relogin: boolean;
    attempt: SignInAttempt | null;
  };
}

/** How passport signs in at each provider. */
export interface SignInStrategies {
  /** @returns the name under which passport knows it */
  nameFor(config: ProviderConfig): Promise<string>;
}
