import type { Adapter } from 'oidc-provider';
import { ShortMemory } from './short-memory.js';

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
