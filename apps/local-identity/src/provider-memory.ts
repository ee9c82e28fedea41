import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Seconds, for entries without a time. */
const DEFAULT_EXPIRY_S = 3600;

/** Short-lived: after a restart a running sign-in starts again. */
export function createProviderMemory(now: () => number = Date.now): (model: string) => Adapter {
  const memory = new ShortMemory(now);
  return (model) => ({
    upsert: async (id, payload, expiresIn = DEFAULT_EXPIRY_S) =>
      memory.write(`${model}:${id}`, payload, expiresIn),
    find: async (id) => memory.read(`${model}:${id}`),
    findByUid: async (uid) => memory.find(`${model}:`, (payload) => payload.uid === uid),
    findByUserCode: async (code) => memory.find(`${model}:`, (payload) => payload.userCode === code),
    consume: async (id) => {
      const payload = memory.read(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(now() / 1000);
    },
    destroy: async (id) => memory.remove(`${model}:${id}`),
    revokeByGrantId: async (grantId) => memory.removeWhere((payload) => payload.grantId === grantId),
  });
}

interface Entry {
  payload: AdapterPayload;
  expires: number;
}

/** A sign-in needs about six of them for a minute. */
const MAX_ENTRIES = 2000;

/** Bounded: the oldest go first. */
export class ShortMemory {
  readonly #entries = new Map<string, Entry>();

  /** @param now milliseconds since the epoch */
  constructor(private readonly now: () => number) {}

  read(key: string): AdapterPayload | undefined {
    const entry = this.#entries.get(key);
    if (entry && entry.expires > this.now()) return entry.payload;
    this.#entries.delete(key);
    return undefined;
  }

  write(key: string, payload: AdapterPayload, seconds: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { payload, expires: this.now() + seconds * 1000 });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES) break;
      this.#entries.delete(oldest);
    }
  }

  remove(key: string): void {
    this.#entries.delete(key);
  }

  removeWhere(matches: (payload: AdapterPayload) => boolean): void {
    for (const [key, { payload }] of this.#entries) if (matches(payload)) this.#entries.delete(key);
  }

  find(prefix: string, matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const key of [...this.#entries.keys()].filter((each) => each.startsWith(prefix))) {
      const payload = this.read(key);
      if (payload && matches(payload)) return payload;
    }
    return undefined;
  }
}
