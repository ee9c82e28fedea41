import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { onComputer } from '../../testing/computer.js';
import { installationWith } from '../../testing/installation.js';
import { serve } from '../../testing/serve.js';
import { keepPage, show } from '../../testing/show.js';
import { currentSession, endSession, startSession } from '../shared/session/current-session.js';
import { Routes } from './routes.js';

const session = currentSession() ?? expect.fail('no session');
const resetPage = keepPage();
const plan = (name: string, price: number, more: object = {}) => ({
  name,
  price,
  description: `${name} plan`,
  currencySymbol: '$',
  currencyCode: 'USD',
  quota: 1024 ** 3,
  buttonId: null,
  badge: null,
  userId: null,
  upgrade: false,
  disabled: false,
  current: false,
  ...more,
});

let plans: object[] = [];
let asked: unknown[] = [];
let updates: object[] = [];
let operator: object = {};
let payments: object | null = null;
let hide = (): void => undefined;
const open = (address: string): void => {
  history.replaceState(null, '', address);
  hide = show(<Routes />);
};
const main = () => page.getByRole('main');
const title = async (name: string): Promise<void> => {
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

beforeEach(() => {
  plans = [];
  asked = [];
  updates = [];
  operator = { name: null, address: null };
  payments = null;
  serve({
    '/api/installation': () => installationWith({ operator, payments }),
    '/api/userinfo': () => ({ sub: 'local|alice', name: 'Alice', picture: null }),
    '/api/account/options/': () => ({}),
    '/api/account/plans': (body: unknown) => (asked.push(body), plans),
    '/api/account/subscriptions': () => ({ docs: [] }),
    '/api/news/updates': () => ({ docs: updates }),
  });
});
afterEach(() => {
  hide();
  resetPage();
});

describe('pages for everyone', () => {
  it.each([
    ['/about', 'About', /One shelf for everything/],
    ['/terms', 'Terms', /effective 29 July 2018/],
    ['/privacy', 'Privacy Policy', /under 16, you need the permission of your parents/],
    ['/cookie', 'Cookie Policy', /few cookies, all of them its own/],
  ])('%s has its text [S2.50]', async (address, name, words) => {
    open(address);
    await title(name);
    await expect.element(main().getByText(words)).toBeVisible();
    expect(document.title).toBe(`${name} · Skyshelf`);
  });

  it('lead to the operator where no name is given', async () => {
    open('/privacy');
    await title('Privacy Policy');
    const links = () => [...document.querySelectorAll('article a')];
    await expect.poll(() => links().at(-1)?.textContent).toBe('contact page');
    expect(links().at(-1)?.getAttribute('href')).toBe('/contact');
  });

  it('name who runs the installation', async () => {
    operator = { name: 'Lena Voss', address: 'Hafen 1, Kiel' };
    open('/terms');
    await expect.element(main().getByText(/Lena Voss.*Hafen 1, Kiel/)).toBeVisible();
  });

  it('answer ten questions, all at once or one by one, found while they are closed [S2.51]', async () => {
    open('/faq');
    await title('FAQ');
    const state = (): string[] =>
      [...document.querySelectorAll('h2 [aria-expanded]')].map(
        (one) => one.getAttribute('aria-expanded') ?? '',
      );
    const hidden = (): number => document.querySelectorAll('[hidden="until-found"]').length;
    expect([state().length, hidden()]).toEqual([10, 10]);
    await page.getByRole('button', { name: 'Expand All' }).click();
    await expect.poll(() => new Set(state())).toEqual(new Set(['true']));
    await expect.element(page.getByText('Choose ‘Use current pages’ while this page is open.')).toBeVisible();
    expect(page.getByText('Choose ‘Use Current Pages’.').elements()).toEqual([]);
    await expect.element(main().getByRole('link', { name: 'Pricing' })).toHaveAttribute('href', '/pricing');
    await expect.element(page.getByText('Refused here are files that end in .txt or .js.')).toBeVisible();
    await page.getByRole('button', { name: 'Collapse All' }).click();
    await expect.poll(hidden).toBe(10);
    // As the browser does when its search has found something in it.
    document.querySelector('[hidden="until-found"]')?.dispatchEvent(new Event('beforematch'));
    await expect.poll(() => state().filter((one) => one === 'true').length).toBe(1);
  });

  it('list updates with their day, and say when there are none [S2.52 S8.10]', async () => {
    open('/updates');
    await expect.element(page.getByText('No Updates')).toBeVisible();
    hide();
    updates = [{ _id: 'a', headline: 'Tides', content: 'High water.', date: '2026-11-03T09:00:00.000Z' }];
    open('/updates');
    await expect.element(page.getByRole('heading', { name: 'Tides' })).toBeVisible();
    await expect.element(page.getByText('3 November, 2026')).toBeVisible();
  });

  it('offer the launchers, the visitor’s own marked, and say what macOS wants [S2.82]', async () => {
    const leave = onComputer('macOS');
    open('/startup');
    const card = (name: string) => page.getByRole('article', { name });
    for (const [name, system] of [
      ['Windows', 'windows'],
      ['macOS', 'macos'],
    ] as const) {
      const download = card(name).getByRole('link', { name: `Download for ${name}` });
      await expect.element(download).toHaveAttribute('href', `/api/launchers/${system}`);
    }
    const note = /System Preferences > Security & Privacy > General > Open Anyway/;
    await expect.element(card('macOS').getByText(note)).toBeVisible();
    await expect.element(card('macOS').getByText('Your system')).toBeVisible();
    expect(page.getByText('Your system').elements()).toHaveLength(1);
    leave();
  });

  it.each([
    ['/payed', 'No Purchase Here'],
    ['/cancelled', 'Purchase Cancelled'],
  ])('%s says so, and goes home [S2.53]', async (address, name) => {
    open(address);
    await title(name);
    expect(document.title).toBe(`${name} · Skyshelf`);
    await expect.element(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
  });
});

describe('the plans', () => {
  const all = [
    plan('Free', 0),
    plan('Deluxe', 6, { badge: 'Most Popular', upgrade: true }),
    plan('Small', 0, { disabled: true }),
  ];
  const buttons = (): string[] =>
    main()
      .getByRole('article')
      .elements()
      .map((card) => card.querySelector('button')?.textContent ?? '');

  it('show a visitor no button where nothing is paid, and ask to log in first [S2.54 S2.55 S2.56]', async () => {
    endSession();
    plans = all;
    open('/pricing');
    await expect.poll(buttons).toEqual(['', 'Upgrade Now', '']);
    expect(asked).toEqual([{ auth: false }]);
    await expect.element(page.getByText('Most Popular')).toBeVisible();
    expect(page.getByRole('article', { name: 'Deluxe' }).element().textContent).toContain('$6 monthly');
    await page.getByRole('button', { name: 'Upgrade Now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Please Log In First' });
    const words = 'In order to subscribe this plan you need to be logged in.';
    await expect.element(dialog.getByText(words)).toBeVisible();
    await expect
      .element(dialog.getByRole('link', { name: 'Log In' }))
      .toHaveAttribute('href', '/loginpricing');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialog.elements()).toEqual([]);
  });

  it('are asked for again by another account; what is disabled shows so [S2.54 S4.7]', async () => {
    plans = all;
    open('/pricing');
    await expect.poll(buttons).toEqual(['', 'Upgrade Now', 'Subscribe Now']);
    await expect.element(page.getByRole('button', { name: 'Subscribe Now' })).toBeDisabled();
    await expect.element(page.getByText(/Payments are not set up/)).toBeVisible();
    startSession({ ...session, accessToken: 'of another' });
    await expect.poll(() => asked.length).toBe(2);
  });

  it('open what the payment provider says of itself in a window, where plans can be bought [S2.57]', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    payments = { provider: 'paypal' };
    plans = [plan('Deluxe', 6, { buttonId: 'D-1' })];
    open('/pricing');
    await page.getByRole('button', { name: 'Payments by PayPal' }).click();
    expect(opened.mock.calls[0]?.[0]).toContain('https://www.paypal.com/');
    opened.mockRestore();
  });

  it('say when there are none [S8.11]', async () => {
    open('/pricing');
    await expect.element(page.getByText('Plans not available')).toBeVisible();
  });
});
