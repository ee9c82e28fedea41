import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { installationWith } from '../../../testing/installation.js';
import { serve } from '../../../testing/serve.js';
import { show } from '../../../testing/show.js';
import { api } from '../../shared/api/api.js';
import { formatLongDay } from '../../shared/format/dates-and-sizes.js';
import { currentSession, endSession, startSession } from '../../shared/session/current-session.js';
import { store } from '../../shared/store/store.js';
import { beginPurchase, endPurchase, hasBegunPurchase } from './begun-purchase.js';
import Pricing from './pricing.js';
import { PurchaseCompleted, PurchaseCancelled } from './purchase.js';
import { cancelAddress } from './subscriptions.js';

const session = currentSession() ?? expect.fail('no session');

const subscribe = {
  action: 'http://127.0.0.1:1/pay',
  cmd: '_s-xclick',
  hosted_button_id: 'BUTTON1',
  custom: 'signed-name-of-the-account',
};
const deluxe = {
  name: 'Deluxe',
  description: 'Room.',
  price: 5,
  currencySymbol: '$',
  currencyCode: 'USD',
  quota: 1024 ** 4,
  buttonId: 'BUTTON1',
  badge: 'Most Popular',
  userId: null,
  upgrade: true,
  disabled: false,
  current: false,
  subscribe,
};
const subscription = {
  id: 'S-1',
  plan: 'Standard',
  quota: 1024 ** 3,
  state: 'active',
  since: '2026-01-31T08:00:00.000Z',
  until: '2026-02-28T08:00:00.000Z',
  nextPayment: '2026-02-21T08:00:00.000Z',
  counts: false,
  redundant: true,
};

const inAMonth = new Date(Date.now() + 30 * 86_400_000);
const own = {
  ...subscription,
  ...{ id: 'S-2', plan: 'Deluxe', counts: true, redundant: false },
  ...{ since: new Date().toISOString(), nextPayment: inAMonth.toISOString(), until: inAMonth.toISOString() },
};

let plans: object[] = [];
let subscriptions: object[] = [];
let hide = (): void => undefined;
beforeEach(() => {
  plans = [deluxe];
  subscriptions = [subscription];
  serve({
    '/api/installation': () =>
      installationWith({ payments: { provider: 'local', sandbox: true, origin: 'http://127.0.0.1:1' } }),
    '/api/account/plans': () => plans,
    '/api/account/subscriptions': () => ({ docs: subscriptions }),
  });
  store.dispatch(api.util.resetApiState());
});
afterEach(() => {
  hide();
  endPurchase();
  startSession(session);
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const cancel = page.getByRole('link', { name: 'Cancel the subscription' });

it('posts what the server has filled in to the payment provider, and nothing of the price [S7.16]', async () => {
  hide = show(<Pricing />);
  const button = page.getByRole('button', { name: 'Upgrade Now' });
  await expect.element(button).toBeVisible();
  const form = button.element().closest('form') ?? expect.fail('no form');
  const { action, ...fields } = subscribe;
  expect([form.method, form.action]).toEqual(['post', action]);
  form.addEventListener('submit', (event) => event.preventDefault());
  expect(hasBegunPurchase()).toBe(false);
  await button.click();
  expect(hasBegunPurchase()).toBe(true);
  expect(Object.fromEntries(new FormData(form))).toEqual(fields);
  await expect.element(page.getByText(/no money moves/)).toBeVisible();
});

it('tells which of several subscriptions to cancel', async () => {
  hide = show(<Pricing />);
  const panel = page.getByRole('region', { name: 'Your subscriptions' });
  await expect.element(panel.getByText(/so Standard gives you nothing/)).toBeVisible();
  await expect.element(panel.getByText(/The payment of 21 February 2026 has not arrived/)).toBeVisible();
  await expect.element(panel.getByRole('link')).toHaveAttribute('href', 'http://127.0.0.1:1/');
});

it('shows on the card of one’s plan its next payment and how to cancel it, in place of a button', async () => {
  subscriptions = [own];
  plans = [
    { ...deluxe, name: 'Standard', badge: null, disabled: true, subscribe: null },
    { ...deluxe, current: true, disabled: true, subscribe: null },
  ];
  hide = show(<Pricing />);
  const card = page.getByRole('article', { name: 'Deluxe' });
  await expect.element(card.getByText('Your plan')).toBeVisible();
  await expect
    .element(card.getByText(new RegExp(`Next payment ${formatLongDay(own.nextPayment)}\\.`)))
    .toBeVisible();
  await expect.element(card.getByRole('link')).toHaveAttribute('href', 'http://127.0.0.1:1/');
  expect(card.getByRole('button').elements()).toEqual([]);
  expect(card.element().getAttribute('data-off')).toBe('false');
  expect(page.getByRole('region', { name: 'Your subscriptions' }).elements()).toEqual([]);
  const smaller = page.getByRole('article', { name: 'Standard' }).getByRole('button');
  await expect.element(smaller).toHaveAttribute('title', 'Your plan has more room.');
  hide();
  subscriptions = [{ ...own, state: 'cancelled', nextPayment: null }];
  store.dispatch(api.util.resetApiState());
  hide = show(<Pricing />);
  await expect.element(card.getByText(/Cancelled. Your plan stays until/)).toBeVisible();
  expect(cancel.elements()).toEqual([]);
});

it('leads payers by PayPal to the automatic payments of their account', () => {
  const payments = { provider: 'paypal', sandbox: false, origin: 'https://www.paypal.com' } as const;
  expect(cancelAddress(payments)).toBe('https://www.paypal.com/myaccount/autopay/');
});

describe('the page after a purchase', () => {
  const title = (name: string) => page.getByRole('heading', { level: 1, name });

  it('says what is bought, of this account or begun in this tab, and waits for the provider [S2.53]', async () => {
    subscriptions = [own];
    hide = show(<PurchaseCompleted />);
    await expect.element(title('Purchase Successfully Completed')).toBeVisible();
    await expect.element(page.getByText(/Deluxe is your plan now, with 1 GB of room/)).toBeVisible();
    hide();
    subscriptions = [];
    store.dispatch(api.util.resetApiState());
    beginPurchase();
    hide = show(<PurchaseCompleted />);
    await expect.element(page.getByText(/as soon as the payment provider has confirmed/)).toBeVisible();
    subscriptions = [own];
    await expect.element(page.getByText(/Deluxe is your plan now/), { timeout: 15_000 }).toBeVisible();
  });

  it.each([
    ['a visitor', () => endSession()],
    [
      'an account that bought something long ago',
      () => (subscriptions = [{ ...own, since: subscription.since }]),
    ],
  ])('says to %s that nothing was bought', async (_, prepare) => {
    prepare();
    hide = show(<PurchaseCompleted />);
    await expect.element(title('No Purchase Here')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
    await expect
      .element(page.getByRole('link', { name: 'See the plans' }))
      .toHaveAttribute('href', '/pricing');
  });

  it('forgets a purchase that was cancelled or begun more than a day ago', async () => {
    beginPurchase(sessionStorage, 0);
    expect(hasBegunPurchase(sessionStorage, 86_399_999)).toBe(true);
    expect(hasBegunPurchase(sessionStorage, 86_400_000)).toBe(false);
    hide = show(<PurchaseCancelled />);
    await expect.poll(() => hasBegunPurchase(sessionStorage, 1)).toBe(false);
  });
});
