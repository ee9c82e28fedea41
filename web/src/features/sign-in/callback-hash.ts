import type { Session } from '../../shared/session/session.js';

/** `keep` is the code that cancels the deletion; null when it is too late. */
export interface ClosingAccount {
  keep: string | null;
  /** Format: ISO 8601. */
  deleteAfter: string | null;
}

export type CallbackHash =
  | { kind: 'session'; session: Session; state: string }
  | { kind: 'error'; error: string }
  | { kind: 'closing'; account: ClosingAccount }
  | { kind: 'nothing' };

/** @param now milliseconds */
export const readCallbackHash = (hash: string, now: number): CallbackHash => {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const error = fields.get('error');
  if (error === 'account_closing') {
    const account = { keep: fields.get('keep'), deleteAfter: fields.get('delete_after') };
    return { kind: 'closing', account };
  }
  if (error) return { kind: 'error', error };
  const accessToken = fields.get('access_token');
  const expiresIn = Number(fields.get('expires_in')) * 1000;
  const expiresAt = Number(fields.get('expires_at')) || (expiresIn > 0 ? now + expiresIn : 0);
  if (!accessToken || !(expiresAt > now)) return { kind: 'nothing' };
  const session = { accessToken, idToken: fields.get('id_token') ?? '', expiresAt };
  return { kind: 'session', session, state: fields.get('state') ?? '' };
};
