import type { ProviderConfig } from '../domain/provider.js';
import type { SignInAttempt } from '../domain/sign-in.js';

/** Carried through passport to the provider and back. */
export interface SignInRequest {
  signIn: {
    browser: string;
    nonce: string;
    /** Returned to the page with the tokens. */
    clientState: string;
    path: string;
    relogin: boolean;
    attempt: SignInAttempt | null;
  };
}

export interface SignInStrategies {
  /** @returns passport's name for it */
  nameFor(config: ProviderConfig): Promise<string>;
}
