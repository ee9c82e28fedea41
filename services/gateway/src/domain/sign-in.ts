/** Needed when a user comes back from their provider. */
export interface SignInAttempt {
  provider: string;
  /** The code verifier of PKCE (RFC 7636). */
  verifier: string;
  /** Binds the identity token to this attempt. */
  nonce: string;
  /** Returned with the tokens: proof that the page began it. */
  clientState: string;
  path: string;
}

/** The time allows a user to find their password. */
export const ATTEMPT_MS = 10 * 60_000;

/** The code follows `#error=` in the page's address. */
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

/** Only these: no redirects to outside addresses. */
const callbacks = { '/allfiles/': '/callback', '/pricing': '/pricingcallback' } as const;

/** Finishes the sign-in. Unknown targets get the default one. */
export function callbackPath(returnTo: unknown): string {
  return returnTo === '/pricing' ? callbacks['/pricing'] : callbacks['/allfiles/'];
}

export function signInPage({ returnTo, prompt }: { returnTo?: string; prompt?: string }): string {
  if (prompt === 'login') return '/relogin';
  return returnTo === '/pricing' ? '/loginpricing' : '/login';
}

/**
 * Puts the tokens into the hash, which never leaves the browser.
 * @param state without which the page takes no tokens
 */
export function signedInAddress(
  path: string,
  tokens: { accessToken: string; idToken: string; expiresAt: number },
  state: string,
): string {
  const hash = new URLSearchParams({
    access_token: tokens.accessToken,
    id_token: tokens.idToken,
    expires_at: String(tokens.expiresAt),
    state,
  });
  return `${path}#${hash}`;
}

/** A lower-case code for the page's log, with details. */
export function failedAddress(
  path: string,
  code: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const error = /^[a-z_]{1,40}$/.test(code) ? code : 'sign_in_failed';
  return `${path}#${new URLSearchParams({ error, ...more })}`;
}
