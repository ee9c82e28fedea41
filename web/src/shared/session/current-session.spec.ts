import { expect, it, vi } from 'vitest';
import { keptItems as kept } from '../../../testing/page-globals.js';
import { currentSession, forceRelogin, startSession, consumeTarget } from './current-session.js';

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
  expect(consumeTarget()).toBe('/allfiles/');
  place.search = '?challenge=abc';
  forceRelogin();
  expect(consumeTarget()).toBe('/extension/connect?challenge=abc');
});
