/** Why a sign-in did not come to its end, as the page's address says it after `#error=`. */
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
    /** What the page needs besides the code. */
    readonly details: Readonly<Record<string, string>> = {},
  ) {
    super(`The sign-in failed: ${code}`, { cause });
    this.name = 'SignInError';
  }
}
