import type { Session } from '../../shared/session/session.js';

export type CallbackHash =
  | { kind: 'session'; session: Session; state: string }
  | { kind: 'error'; error: string }
  | { kind: 'nothing' };

/** Reads what a login brought back in the hash of the address. `now` in milliseconds. */
export const readCallbackHash = (hash: string, now: number): CallbackHash => {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const error = fields.get('error');
  if (error) return { kind: 'error', error };
  const accessToken = fields.get('access_token');
  const expiresIn = Number(fields.get('expires_in')) * 1000;
  const expiresAt = Number(fields.get('expires_at')) || (expiresIn > 0 ? now + expiresIn : 0);
  if (!accessToken || !(expiresAt > now)) return { kind: 'nothing' };
  const session = { accessToken, idToken: fields.get('id_token') ?? '', expiresAt };
  return { kind: 'session', session, state: fields.get('state') ?? '' };
};
