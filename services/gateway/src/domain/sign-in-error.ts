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
