import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../../testing/show.js';
import { endSession, startSession } from '../../shared/session/current-session.js';
import { store } from '../../shared/store/store.js';
import { settingsApi } from '../../shared/account/settings-api.js';
import { usePageScheme } from './colour-scheme.js';

const Shown = () => <output>{usePageScheme()}</output>;
const shown = (): string | null => document.querySelector('output')?.textContent ?? null;
const frame = (): string | null =>
  document.querySelector('meta[name="theme-color"]')?.getAttribute('content') ?? null;

let hide = (): void => undefined;
const otherTab = new BroadcastChannel('skyshelf-settings');
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tell = (word: unknown): void => otherTab.postMessage(word);

beforeEach(() => {
  document.head.append(Object.assign(document.createElement('meta'), { name: 'theme-color' }));
  vi.stubGlobal('fetch', async () => Response.json({ darkMode: false }));
  startSession({ accessToken: 't', idToken: '', expiresAt: Date.now() + 60_000 });
  hide = show(<Shown />);
});
afterEach(() => {
  hide();
  endSession();
  store.dispatch(settingsApi.util.resetApiState());
  document.querySelector('meta[name="theme-color"]')?.remove();
  vi.unstubAllGlobals();
});

it('follows what the account has stored, and what another tab stores, with the frame of the browser', async () => {
  await expect.poll(() => localStorage.getItem('skyshelf:appearance')).toBe('light');
  expect([shown(), document.body.classList.contains('dark')]).toEqual(['light', false]);
  tell({ darkMode: true });
  await expect.poll(shown).toBe('dark');
  await expect.poll(frame).toBe('#0a1522');
  expect(document.body.classList.contains('dark')).toBe(true);
  expect(localStorage.getItem('skyshelf:appearance')).toBe('dark');
});

it('has the accent of the product [F9.4]', () => {
  const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent');
  expect(accent.toUpperCase()).toBe('#1FBCD3');
});

it('takes nothing from a tab that says something else', async () => {
  await expect.poll(() => localStorage.getItem('skyshelf:appearance')).toBe('light');
  tell({ darkMode: 'yes' });
  tell(null);
  tell('dark');
  tell({ darkMode: false, defaultLinks: true });
  await expect
    .poll(() => settingsApi.endpoints.settings.select()(store.getState()).data?.defaultLinks)
    .toBe(true);
  expect(shown()).toBe('light');
});
