import { expect, it, vi } from 'vitest';
import { currentSession, startSession } from './current-session.js';
import { forceRelogin, takeTarget } from './relogin.js';

const kept = vi.hoisted(() => {
  const items = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  Object.assign(globalThis, {
    addEventListener: () => undefined,
    localStorage,
    sessionStorage: localStorage,
  });
  return items;
});

const place = { reload: vi.fn(), pathname: '/extension/connect', search: '' };
vi.stubGlobal('location', place);
vi.stubGlobal('history', { replaceState: vi.fn() });

it('forgets the tokens and goes to /#relogin [F4.20]', () => {
  startSession({ accessToken: 't', idToken: 'i', expiresAt: Date.now() + 60_000 });
  expect(kept.size).toBe(3);
  forceRelogin();
  expect([kept.size, currentSession()]).toEqual([0, null]);
  expect(history.replaceState).toHaveBeenCalledWith(null, '', '/#relogin');
  expect(place.reload).toHaveBeenCalled();
});

it('remembers what someone came with, and no more', () => {
  forceRelogin();
  expect(takeTarget()).toBe('/allfiles/');
  place.search = '?challenge=abc';
  forceRelogin();
  expect(takeTarget()).toBe('/extension/connect?challenge=abc');
});
