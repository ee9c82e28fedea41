import type { Settings } from '@skyshelf/contracts/browser';
import { isSettingOn } from '@skyshelf/contracts/rules';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { element } from '../../testing/element.js';
import { serve } from '../../testing/serve.js';
import { show } from '../../testing/show.js';
import { usePageScheme } from './theme/colour-scheme.js';
import { api } from '../shared/api/api.js';
import { listingsApi } from '../shared/listings/listings-api.js';
import { store } from '../shared/store/store.js';
import Account from '../features/account/account.js';

const MB = 1024 ** 2;
const types = { Images: 0, Videos: 0, Music: 0, Links: 0, Youtube: 0, Documents: 0, Other: 0 };
const builtIn = element({ linkname: 'Videos', default: true });
const own = element({ linkname: 'Trips' });
const session = (name: string, current = false) => ({
  _id: name,
  device: 'Windows',
  browser: name,
  place: '203.0.113.0',
  current,
  begun: '2026-11-01T08:30:00.000Z',
  lastSeen: '2026-11-20T09:00:00.000Z',
});

let kept = 0;
let used = types;
let settings: Settings = {};
let save = (): void => undefined;
let ended: unknown[] = [];
let hide = (): void => undefined;

const Page = () => {
  usePageScheme();
  return <Account />;
};
const toggle = (name: string) => page.getByRole('switch', { name, exact: true });
const allDisabled = (): boolean =>
  page
    .getByRole('switch')
    .elements()
    .every((one) => (one as HTMLInputElement).disabled);
const noneDisabled = (): boolean =>
  page
    .getByRole('switch')
    .elements()
    .every((one) => !(one as HTMLInputElement).disabled);

beforeEach(() => {
  used = types;
  settings = {};
  ended = [];
  kept = 0;
  serve({
    '/api/userinfo': () => ({ sub: 'local|alice', name: 'Alice', picture: null }),
    '/api/account/usage/': () => {
      const totalSize = Object.values(used).reduce((sum, bytes) => sum + bytes, 0);
      const room = { planSize: 250 * MB, totalSize, available: 250 * MB - totalSize, kept, count: 1 };
      return { result: { ...room, ...used, description: 'There is room.' } };
    },
    '/api/account/options/': async (body: { obj: Settings } | null) => {
      if (body) await new Promise<void>((resolve) => void (save = resolve));
      return (settings = { ...settings, ...body?.obj });
    },
    '/api/': ({ defaultLinks = isSettingOn(settings, 'defaultLinks') }: { defaultLinks?: boolean }) => ({
      docs: defaultLinks ? [builtIn, own] : [own],
      folderId: 'root',
      version: 1,
      next: null,
    }),
    '/api/takeout': () => ({ takeout: null, nextAt: null }),
    '/api/sessions': () => ({ docs: [session('Firefox', true), session('Chrome')] }),
    '/api/sessions/end': (body: unknown) => ({ ok: ended.push(body) > 0 }),
  });
});
afterEach(() => {
  hide();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

describe('the account page', () => {
  it('says who is signed in, how full the shelf is, and counts up to it in a second [S2.30 S2.32 S4.3]', async () => {
    used = { ...types, Images: 60 * MB, Documents: 40 * MB };
    hide = show(<Account />);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Alice' })).toBeVisible();
    await expect.element(page.getByText('account', { exact: true })).toBeVisible();
    const bar = page.getByRole('progressbar', { name: 'Storage' });
    await expect.element(bar).toHaveAttribute('aria-valuetext', '100 MB of 250 MB Used');
    const seen = new Set<number>();
    const began = performance.now();
    const shown = (): number => Number(bar.element().querySelector<HTMLElement>('span')?.dataset.percent);
    while (shown() < 40) {
      seen.add(shown());
      await new Promise(requestAnimationFrame);
    }
    expect(performance.now() - began).toBeLessThan(5000);
    expect([...seen].every((percent) => Number.isInteger(percent))).toBe(true);
    expect(Math.min(...seen)).toBeLessThan(20);
    await expect.element(page.getByText('100 MB of 250 MB Used')).toBeVisible();
    await expect.element(page.getByText(/There is room\./)).toBeVisible();
    const counters = [...document.querySelectorAll('dl div')].map(({ textContent }) => textContent);
    expect(counters).toEqual(['Available150 MB', 'Used100 MB']);
    await expect.element(page.getByRole('img', { name: 'Images 60 %, Documents 40 %' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'Images 60 MB 60 %' })).toBeVisible();
  });

  it('shows an empty circle while nothing takes space, and all seven types in the table [S2.34]', async () => {
    hide = show(<Account />);
    await expect.element(page.getByRole('img', { name: 'Empty' })).toBeVisible();
    const names = [...document.querySelectorAll('tbody th')].map(({ textContent }) => textContent);
    expect(names).toEqual(['Images', 'Videos', 'Music', 'Links', 'Youtube', 'Documents', 'Other']);
    await expect.element(page.getByText(/in the trash/)).not.toBeInTheDocument();
  });

  it('shows what lies in the trash apart, and the way to empty it', async () => {
    used = { ...types, Images: 60 * MB };
    kept = 20 * MB;
    hide = show(<Account />);
    await expect.element(page.getByText(/^20 MB in the trash, kept while there is room/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'See or empty it' }))
      .toHaveAttribute('href', '/trash');
    await expect.element(page.getByRole('img', { name: 'Images 75 %, Trash 25 %' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'Trash 20 MB 25 %' })).toBeVisible();
    const bar = page.getByRole('progressbar', { name: 'Storage' });
    await expect.element(bar).toHaveAttribute('aria-valuetext', '60 MB of 250 MB Used');
    const part = bar.element().querySelector<HTMLElement>('[data-type="Trash"]');
    expect(part?.style.width).toBe('8%');
  });

  it('has all switches off while one is saved, and darkens the page at once [S2.31 S2.33 S4.4 S4.5]', async () => {
    hide = show(<Page />);
    await expect.poll(noneDisabled).toBe(true);
    for (const name of [
      'News',
      'Sport',
      'Business',
      'Entertainment',
      'Fashion',
      'Tech',
      'Living',
      'Real Estate',
      'Animation',
    ])
      await expect.element(toggle(name)).toBeChecked();
    await toggle('Dark appearance').click();
    await expect.poll(() => document.body.classList.contains('dark')).toBe(true);
    expect(allDisabled()).toBe(true);
    save();
    await expect.poll(noneDisabled).toBe(true);
    expect(settings).toEqual({ darkMode: true });
    await expect.poll(() => document.activeElement === toggle('Dark appearance').element()).toBe(true);

    await toggle('Animation').click();
    await expect.poll(() => document.documentElement.hasAttribute('data-still')).toBe(true);
    save();
    await expect.poll(noneDisabled).toBe(true);
    await userEvent.click(toggle('Sport'));
    await expect.poll(allDisabled).toBe(true);
    save();
    await expect.poll(() => settings.sport).toBe(false);
  });

  it('shows and hides the default elements in the folder at once, and says what they are [S2.31 S4.6]', async () => {
    const root = () => listingsApi.endpoints.listFolder.select('/')(store.getState()).data?.docs.length;
    await store.dispatch(listingsApi.endpoints.listFolder.initiate('/'));
    expect(root()).toBe(2);
    hide = show(<Account />);
    await page.getByRole('button', { name: 'About default elements' }).click();
    await expect.element(page.getByText(/tiles of video, social and mail sites/)).toBeVisible();
    await expect.poll(noneDisabled).toBe(true);
    await expect.element(toggle('Show default elements')).toBeChecked();
    await toggle('Show default elements').click();
    await expect.poll(allDisabled).toBe(true);
    save();
    await expect.poll(root).toBe(1);
    await toggle('Show default elements').click();
    await expect.poll(allDisabled).toBe(true);
    save();
    await expect.poll(root).toBe(2);
  });

  it('lists where one is signed in, and ends a session', async () => {
    hide = show(<Account />);
    const rows = page.getByRole('listitem');
    await expect.poll(() => rows.first().element().textContent).toContain('Firefox on WindowsThis session');
    await page.getByRole('button', { name: 'End: Chrome on Windows' }).click();
    await expect.poll(() => rows.elements().length).toBe(1);
    expect(ended).toEqual([{ id: 'Chrome' }]);
  });
});
