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
