/** Needed when a user comes back from their provider. */
export interface SignInAttempt {
  provider: string;
  /** PKCE (RFC 7636). */
  verifier: string;
  /** Binds the identity token to this attempt. */
  nonce: string;
  /** Returned with the tokens: proof that the page began it. */
  clientState: string;
  /** The page's route that finishes it. */
  path: string;
}

/** Time for a user to find their password, milliseconds. */
export const ATTEMPT_MS = 10 * 60_000;

/** In the page's address after `#error=`. */
export type SignInErrorCode =
  | 'access_denied'
  | 'invalid_state'
  | 'invalid_id_token'
  | 'provider_error'
  | 'provider_unavailable'
  | 'unknown_provider'
  | 'wrong_address'
  | 'account_closing'
  | 'server_error';

export class SignInError extends Error {
  constructor(
    readonly code: SignInErrorCode,
    cause?: unknown,
    readonly details: Readonly<Record<string, string>> = {},
  ) {
    super(`The sign-in failed: ${code}`, { cause });
    this.name = 'SignInError';
  }
}
