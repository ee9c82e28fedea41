import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { onComputer } from '../../testing/computer.js';
import { installationWith } from '../../testing/installation.js';
import { serve } from '../../testing/serve.js';
import { show } from '../../testing/show.js';
import { api } from '../shared/api/api.js';
import {
  currentSession,
  endSession,
  startSession,
  consumeTarget,
} from '../shared/session/current-session.js';
import { store } from '../shared/store/store.js';
import { Routes } from './routes.js';

const home = location.pathname + location.search;
const session = currentSession() ?? expect.fail('no session');
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const connectPage = `/extension/connect?challenge=${challenge}`;

let stores: object = {};
let asked: unknown[] = [];
let hide = (): void => undefined;
let leave = (): void => undefined;
const open = (address: string): void => {
  history.replaceState(null, '', address);
  hide = show(<Routes />);
};
const card = (name: string) => page.getByRole('article', { name });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

beforeEach(() => {
  stores = { chrome: null, firefox: null };
  asked = [];
  serve({
    '/api/installation': () => installationWith({ extensionStores: stores }),
    '/api/userinfo': () => ({ sub: 'local|alice', name: 'Alice', picture: null }),
    '/api/account/options/': () => ({}),
    '/api/extension/connect': (body: unknown) => (asked.push(body), { code: 'once-only' }),
  });
});
afterEach(() => {
  hide();
  leave();
  startSession(session);
  store.dispatch(api.util.resetApiState());
  history.replaceState(null, '', home);
  vi.unstubAllGlobals();
});

describe('the page of the extension', () => {
  it.each(['Google Chrome', 'Microsoft Edge'])(
    'marks the card for %s as the current one [S2.77]',
    async (brand) => {
      leave = onComputer('Linux', brand);
      open('/extension');
      await expect.element(card('Chrome').getByText('Your current browser')).toBeVisible();
      expect(page.getByText('Your current browser').elements()).toHaveLength(1);
      for (const [name, file] of [
        ['Chrome', 'chrome'],
        ['Firefox', 'firefox'],
      ] as const) {
        const download = card(name).getByRole('link', { name: `Download for ${name}`, exact: true });
        await expect.element(download).toHaveAttribute('href', `/api/extension/${file}`);
        const newTab = card(name).getByRole('link', { name: /in each new tab/ });
        await expect.element(newTab).toHaveAttribute('href', `/api/extension/${file}-new-tab`);
      }
    },
  );

  it('leads to a store where the operator has named it, and says how long an unsigned one stays', async () => {
    stores = { chrome: 'https://store.example/skyshelf', firefox: null };
    open('/extension');
    const store = card('Chrome').getByRole('link', { name: 'Open in the Chrome Web Store' });
    await expect.element(store).toHaveAttribute('href', 'https://store.example/skyshelf');
    await expect.element(card('Firefox').getByText(/forgets it when it is closed/)).toBeVisible();
  });
});

describe('connecting the extension', () => {
  it('asks, puts the code behind its own address, and says what came of it', async () => {
    open(`${connectPage}&redirect_uri=https://thief.example/`);
    await expect.element(page.getByText(/save pages for Alice/)).toBeVisible();
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: 'Connect this browser' }).click();
    await expect.poll(() => location.hash).toBe('#code=once-only');
    expect([asked, location.pathname]).toEqual([[{ challenge }], '/extension/connect']);
    location.replace('#connected');
    await expect.element(heading('This browser is connected')).toBeVisible();
    location.replace('#refused');
    await expect.element(heading('The extension could not connect')).toBeVisible();
  });

  it('lets a visitor log in first', async () => {
    endSession();
    open(connectPage);
    await expect.poll(() => location.pathname).toBe('/login');
    expect(consumeTarget()).toBe(connectPage);
  });

  it.each(['/extension/connect', '/extension/connect?challenge=short', `${connectPage}%27`])(
    'begins in the extension: %s',
    async (address) => {
      open(address);
      await expect.element(heading('This begins in the extension')).toBeVisible();
    },
  );
});
