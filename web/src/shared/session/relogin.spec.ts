import { expect, it, vi } from 'vitest';
import { currentSession, startSession } from './current-session.js';
import { forceRelogin } from './relogin.js';

const kept = vi.hoisted(() => {
  const items = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  Object.assign(globalThis, { addEventListener: () => undefined, localStorage });
  return items;
});

it('forgets the tokens and goes to /#relogin [F4.20]', () => {
  const [replaceState, reload] = [vi.fn(), vi.fn()];
  vi.stubGlobal('history', { replaceState });
  vi.stubGlobal('location', { reload });
  startSession({ accessToken: 't', idToken: 'i', expiresAt: Date.now() + 60_000 });
  expect(kept.size).toBe(3);
  forceRelogin();
  expect([kept.size, currentSession()]).toEqual([0, null]);
  expect(replaceState).toHaveBeenCalledWith(null, '', '/#relogin');
  expect(reload).toHaveBeenCalled();
});
