import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { installationWith } from '../../../testing/installation.js';
import { serve } from '../../../testing/serve.js';
import { keepPage, show } from '../../../testing/show.js';
import { api } from '../../shared/api/api.js';
import { endSession } from '../../shared/session/current-session.js';
import { store } from '../../shared/store/store.js';
import { Routes } from '../routes.js';
import { DeferredShell } from './deferred-shell.js';

const resetPage = keepPage();
let installation: object = {};
let hide = (): void => undefined;

const open = (address: string): void => {
  history.replaceState(null, '', address);
  hide = show(
    <>
      <Routes />
      <DeferredShell />
    </>,
  );
};
const menu = () => page.getByRole('navigation', { name: 'Side menu' });
const entries = async (): Promise<(string | null)[]> => {
  await page.getByRole('button', { name: 'Site menu' }).first().click();
  await expect.element(menu()).toBeVisible();
  return [...menu().element().children].map(({ textContent }) => textContent);
};

beforeEach(() => {
  localStorage.removeItem('skyshelf:cookies');
  installation = installationWith();
  serve({
    '/api/installation': () => installation,
    '/api/userinfo': () => ({ sub: 'local|alice', name: 'Alice', picture: null }),
    '/api/account/options/': () => ({}),
  });
});
afterEach(() => {
  hide();
  resetPage();
  vi.restoreAllMocks();
});

describe('the shell', () => {
  it('has a menu of the pages behind a burger, with what belongs to an account and without [S2.40]', async () => {
    open('/about');
    const pages = [
      'Home',
      'My Account',
      'Trash',
      'Rewind',
      'Shared links',
      'Pricing',
      'Extension',
      'Startup',
      'FAQ',
      'Updates',
      'About',
      'Contact',
      'Terms',
    ];
    const all = [...pages, 'Privacy Policy', 'Cookie Policy', 'Share', 'Log Out'];
    expect(await entries()).toEqual(all);
    await menu().getByRole('link', { name: 'Terms' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
    await expect.poll(() => menu().elements()).toEqual([]);
    hide();
    endSession();
    open('/about');
    const own = ['My Account', 'Trash', 'Rewind', 'Shared links', 'Log Out'];
    const visitors = all.filter((name) => !own.includes(name));
    expect(await entries()).toEqual([...visitors, 'Log In']);
  });

  it('shares on five networks, each in a window of its size [S2.41]', async () => {
    const opened: (readonly [string, string])[] = [];
    vi.spyOn(window, 'open').mockImplementation((url, _, features = '') => {
      const size = /width=(\d+),height=(\d+)/.exec(features)?.slice(1).join(' × ') ?? '';
      return (opened.push([new URL(String(url)).hostname, size]), null);
    });
    open('/about');
    await entries();
    expect(page.getByRole('button', { name: 'Share on X' }).elements()).toEqual([]);
    await menu().getByRole('button', { name: 'Share', exact: true }).click();
    for (const name of ['Facebook', 'X', 'LinkedIn', 'Pinterest', 'Reddit'])
      await menu()
        .getByRole('button', { name: `Share on ${name}` })
        .click();
    expect(opened).toEqual([
      ['www.facebook.com', '750 × 600'],
      ['x.com', '660 × 460'],
      ['www.linkedin.com', '660 × 460'],
      ['www.pinterest.com', '750 × 600'],
      ['www.reddit.com', '660 × 460'],
    ]);
  });

  it('says once that there are cookies, and who has the rights [S2.42 S2.43]', async () => {
    open('/about');
    const words = /^This website uses cookies to ensure you get the best experience on our website\./;
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'More info' })).toHaveAttribute('href', '/cookie');
    const rights = `© ${new Date().getFullYear()} Skyshelf. All rights reserved.`;
    await expect.element(page.getByRole('contentinfo').getByText(rights)).toBeVisible();
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect.poll(() => page.getByText(words).elements()).toEqual([]);
    hide();
    open('/terms');
    await expect.element(page.getByText('This policy was effective 29 July 2018.')).toBeVisible();
    expect(page.getByText(words).elements()).toEqual([]);
  });

  it('has a bar for visitors that slides in beyond 250 px and out again at 250 [S2.44 S9.1]', async () => {
    endSession();
    open('/privacy');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    document.documentElement.style.minHeight = '3000px';
    const bar = () => document.querySelector<HTMLElement>('[data-shown]');
    await expect.poll(() => bar()?.dataset.shown).toBe('false');
    for (const [scrolled, shown] of [
      [251, 'true'],
      [250, 'false'],
    ] as const) {
      window.scrollTo(0, scrolled);
      await expect.poll(() => bar()?.dataset.shown).toBe(shown);
    }
    window.scrollTo(0, 400);
    const log = page.getByRole('link', { name: 'Log In' }).elements().at(-1);
    await expect.poll(() => log?.checkVisibility({ visibilityProperty: true })).toBe(true);
    document.documentElement.style.minHeight = '';
    window.scrollTo(0, 0);
  });

  it('shows the operator’s ads at /home and in the menu, or says that there is none [S2.45]', async () => {
    open('/home');
    await expect.element(page.getByText('Nothing is shown here on this server.')).toBeVisible();
    hide();
    store.dispatch(api.util.resetApiState());
    const ads = ['home', 'sidebar'].map((slot) => ({ slot, path: `/ads/${slot}`, height: 90 }));
    installation = { ...installation, ads };
    open('/home');
    const frames = (within: Element): (string | null)[] =>
      [...within.querySelectorAll('iframe')].map((frame) => frame.getAttribute('src'));
    const main = page.getByRole('main');
    await expect.poll(() => frames(main.element())).toEqual(['/ads/home']);
    // Nothing else but its name for screen readers.
    const seen = [...main.element().querySelectorAll('*')].filter((one) => one.textContent !== '');
    expect(seen.every((one) => one.closest('.visually-hidden') ?? one.querySelector('h1'))).toBe(true);
    await entries();
    await expect
      .poll(() => frames(document.body).filter((src) => src !== '/ads/home'))
      .toEqual(['/ads/sidebar']);
    expect(frames(main.element())).toEqual(['/ads/home']);
  });

  it('leads from the profile to My Account, Pricing and Home, and logs out [S2.46]', async () => {
    open('/about');
    await userEvent.click(page.getByRole('button', { name: 'Profile menu' }));
    await expect.element(page.getByRole('menuitem', { name: 'My Account' })).toBeVisible();
    const names = page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['My Account', 'Pricing', 'Home', 'Log Out']);
  });
});
