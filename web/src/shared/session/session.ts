/** A signed-in browser: what lies in localStorage, so that its tabs share it. */
export interface Session {
  accessToken: string;
  idToken: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

const KEYS = { accessToken: 'access_token', idToken: 'id_token', expiresAt: 'expires_at' } as const;

/** The session that is stored, or null when there is none, it is incomplete or its time is over. */
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

/** Whether a `storage` event speaks of the session; a null key means that everything was cleared. */
export const isSessionKey = (key: string | null): boolean => key === null || key === KEYS.accessToken;
