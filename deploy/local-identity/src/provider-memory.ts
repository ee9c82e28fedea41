import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  expires: number;
}

/** Entries kept at most: a sign-in needs about six of them for a minute. */
const MAX_ENTRIES = 2000;

/**
 * What the provider remembers while somebody signs in. All of it is short-lived, so memory will do: after a restart a sign-in
 * under way starts again.
 */
export function createProviderMemory(now: () => number = Date.now): (model: string) => Adapter {
  const entries = new Map<string, Entry>();
  const read = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key);
    if (entry && entry.expires > now()) return entry.payload;
    entries.delete(key);
    return undefined;
  };
  const write = (key: string, payload: AdapterPayload, expiresIn: number | undefined): void => {
    entries.delete(key);
    entries.set(key, { payload, expires: now() + (expiresIn ?? 3600) * 1000 });
    for (const oldest of entries.keys()) {
      if (entries.size <= MAX_ENTRIES) break;
      entries.delete(oldest);
    }
  };
  const findBy = (model: string, field: 'uid' | 'userCode', value: string): AdapterPayload | undefined => {
    for (const key of entries.keys()) {
      if (!key.startsWith(`${model}:`)) continue;
      const payload = read(key);
      if (payload?.[field] === value) return payload;
    }
    return undefined;
  };
  return (model) => ({
    upsert: async (id, payload, expiresIn) => write(`${model}:${id}`, payload, expiresIn),
    find: async (id) => read(`${model}:${id}`),
    findByUid: async (uid) => findBy(model, 'uid', uid),
    findByUserCode: async (code) => findBy(model, 'userCode', code),
    consume: async (id) => {
      const payload = read(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(now() / 1000);
    },
    destroy: async (id) => {
      entries.delete(`${model}:${id}`);
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
    },
  });
}
