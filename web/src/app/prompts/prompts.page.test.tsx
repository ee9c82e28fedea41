import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { onComputer } from '../../../testing/computer.js';
import { installationWith } from '../../../testing/installation.js';
import { serve } from '../../../testing/serve.js';
import { show } from '../../../testing/show.js';
import { api } from '../../shared/api/api.js';
import { store } from '../../shared/store/store.js';
import { acceptCookies } from '../shell/bottom-banner.js';
import Prompts from './prompts.js';

const home = location.pathname + location.search;
const chromeStore = 'https://chromewebstore.google.com/detail/skyshelf/abc';
let settings: object = {};
let stores: object = {};
let saved: unknown[] = [];
let hide = (): void => undefined;
let leave = (): void => undefined;
const start = (platform: string, brand?: string): void => {
  leave = onComputer(platform, brand);
  hide = show(<Prompts />);
};

beforeEach(() => {
  settings = {};
  saved = [];
  stores = { chrome: null, firefox: null };
  acceptCookies();
  localStorage.removeItem('skyshelf:prompted');
  serve({
    '/api/installation': () => installationWith({ extensionStores: stores }),
    '/api/account/options/': (body: { obj: object } | null) => {
      if (body) saved.push(body.obj);
      return (settings = { ...settings, ...body?.obj });
    },
  });
});
afterEach(() => {
  hide();
  leave();
  store.dispatch(api.util.resetApiState());
  history.replaceState(null, '', home);
  localStorage.removeItem('skyshelf:prompted');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the startup banner', () => {
  const banner = () => page.getByRole('region', { name: 'Open on startup' });

  it.each([
    ['Windows', 'windows'],
    ['macOS', 'macos'],
  ])('offers the launcher for %s until it is closed [S2.83 S4.11]', async (platform, system) => {
    start(platform);
    const download = banner().getByRole('link', { name: 'Download' });
    await expect.element(download).toHaveAttribute('href', `/api/launchers/${system}`);
    const drawn = getComputedStyle(banner().element());
    expect(drawn.animationDuration).toBe('1s');
    await banner().getByRole('button', { name: 'Do not show this again' }).click();
    await expect.poll(() => saved).toEqual([{ startupAd: false }]);
    await expect.poll(() => banner().elements(), { timeout: 3000 }).toEqual([]);
  });

  it('is not there on other systems, nor when it was closed before [S2.83]', async () => {
    start('Linux');
    await expect.poll(() => store.getState().api.queries['settings(undefined)']?.status).toBe('fulfilled');
    expect(banner().elements()).toEqual([]);
    hide();
    store.dispatch(api.util.resetApiState());
    settings = { startupAd: false };
    start('Windows');
    await expect.poll(() => store.getState().api.queries['settings(undefined)']?.status).toBe('fulfilled');
    expect(banner().elements()).toEqual([]);
  });
});

describe('the question whether one likes it', () => {
  const words = () => page.getByText('Do you like Skyshelf?');
  const afterMs = (ms: number): unknown => vi.advanceTimersByTime(ms - performance.now());
  /** Effects have run once what follows them is drawn. */
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const ask = async (platform = 'Windows', brand?: string): Promise<void> => {
    settings = { startupAd: false };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    start(platform, brand);
    await expect.poll(() => store.getState().api.queries['settings(undefined)']?.status).toBe('fulfilled');
    await drawn();
  };

  it('comes after five minutes, goes after ten seconds, and once a sign-in [S4.10]', async () => {
    await ask();
    afterMs(290_000);
    expect(words().elements()).toEqual([]);
    vi.advanceTimersByTime(11_000);
    await expect.element(words()).toBeVisible();
    await drawn();
    vi.advanceTimersByTime(10_100);
    await expect.poll(() => words().elements()).toEqual([]);
    vi.advanceTimersByTime(600_000);
    expect(words().elements()).toEqual([]);
  });

  it('can be refused for good, and never comes at /result/ [S4.10]', async () => {
    history.replaceState(null, '', '/result/?q=tides');
    await ask();
    vi.advanceTimersByTime(600_000);
    expect(words().elements()).toEqual([]);
    hide();
    history.replaceState(null, '', home);
    await ask();
    vi.advanceTimersByTime(300_100);
    await page.getByRole('button', { name: "Don't show this message again" }).click();
    await expect.poll(() => saved).toEqual([{ likeWebsiteNotification: false }]);
    expect(words().elements()).toEqual([]);
  });

  it.each([
    ['Windows', 'Google Chrome', 'Open on computer startup'],
    ['Linux', 'Google Chrome', 'Download browser extension'],
  ])(
    'leads on %s to the ways to begin here; closing says that one may be asked [S2.84 S2.78 S4.10]',
    async (platform, brand, open) => {
      await ask(platform, brand);
      vi.advanceTimersByTime(300_100);
      await page.getByRole('button', { name: 'Make your Homepage' }).click();
      vi.useRealTimers();
      const dialog = page.getByRole('dialog', { name: 'Make Skyshelf Your Homepage' });
      await expect.element(dialog).toBeVisible();
      expect(document.querySelector('details[open] summary')?.textContent).toBe(open);
      await dialog.getByText('Manually change your homepage').click();
      const headings = dialog.getByRole('heading', { level: 3 });
      const names = ['Chrome', 'Safari', 'Internet Explorer', 'Edge', 'Firefox'];
      await expect.poll(() => headings.elements().map(({ textContent }) => textContent)).toEqual(names);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect.poll(() => saved).toEqual([{ likeWebsiteNotification: true }]);
    },
  );

  it.each([
    ['Google Chrome', null, 'Download for Chrome', '/api/extension/chrome'],
    ['Google Chrome', chromeStore, 'Open in the Chrome Web Store', chromeStore],
    ['Firefox', null, 'Download for Firefox', '/api/extension/firefox'],
  ])('offers %s its extension at once, from %s [S2.78]', async (brand, chrome, name, address) => {
    stores = { chrome, firefox: null };
    await ask('Linux', brand);
    vi.advanceTimersByTime(300_100);
    await page.getByRole('button', { name: 'Make your Homepage' }).click();
    vi.useRealTimers();
    const dialog = page.getByRole('dialog', { name: 'Make Skyshelf Your Homepage' });
    const download = dialog.getByRole('link', { name, exact: true });
    await expect.element(download).toHaveAttribute('href', address);
    expect(dialog.getByRole('link', { name: /^(Download for|Open) / }).elements()).toHaveLength(1);
  });

  it('shares on five networks [S2.85]', async () => {
    await ask();
    vi.advanceTimersByTime(300_100);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    vi.useRealTimers();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await expect.element(dialog.getByRole('button', { name: 'Share on Reddit' })).toBeVisible();
    expect(dialog.getByRole('button', { name: /^Share on/ }).elements()).toHaveLength(5);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect.poll(() => saved).toEqual([{ likeWebsiteNotification: true }]);
  });
});
