/** It is stored in localStorage, so that tabs share it. */
export interface Session {
  accessToken: string;
  idToken: string;
  /** Unit: milliseconds since the epoch. */
  expiresAt: number;
}

const KEYS = { accessToken: 'access_token', idToken: 'id_token', expiresAt: 'expires_at' } as const;

/** Null when absent, incomplete or expired. */
export const readSession = (storage: Storage, now: number): Session | null => {
  const accessToken = storage.getItem(KEYS.accessToken);
  const expiresAt = Number(storage.getItem(KEYS.expiresAt));
  if (!accessToken || !Number.isFinite(expiresAt) || expiresAt <= now) return null;
  return { accessToken, idToken: storage.getItem(KEYS.idToken) ?? '', expiresAt };
};

export const writeSession = (storage: Storage, session: Session): void => {
  storage.setItem(KEYS.idToken, session.idToken);
  storage.setItem(KEYS.expiresAt, String(session.expiresAt));
  storage.setItem(KEYS.accessToken, session.accessToken);
};

export const clearSession = (storage: Storage): void => {
  for (const key of Object.values(KEYS)) storage.removeItem(key);
};

/** A null key: everything was cleared. */
export const isSessionKey = (key: string | null): boolean => key === null || key === KEYS.accessToken;
