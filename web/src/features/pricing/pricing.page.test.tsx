import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serve } from '../../../testing/serve.js';
import { show } from '../../../testing/show.js';
import { api } from '../../shared/api/api.js';
import { store } from '../../shared/store/store.js';
import Pricing from './pricing.js';

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
  subscribe,
};
const subscription = {
  id: 'S-1',
  plan: 'Standard',
  quota: 1024 ** 3,
  state: 'active',
  since: '2026-01-31T08:00:00.000Z',
  until: '2026-02-28T08:00:00.000Z',
  counts: false,
  redundant: true,
};

let hide = (): void => undefined;
beforeEach(() => {
  serve({
    '/api/installation': () => ({
      ads: [],
      payments: { provider: 'local', sandbox: true, origin: 'http://127.0.0.1:1' },
    }),
    '/api/account/plans': () => [deluxe],
    '/api/account/subscriptions': () => ({ docs: [subscription] }),
  });
  store.dispatch(api.util.resetApiState());
  hide = show(<Pricing />);
});
afterEach(() => {
  hide();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

it('posts what the server has filled in to the payment provider, and nothing of the price', async () => {
  const button = page.getByRole('button', { name: 'Upgrade Now' });
  await expect.element(button).toBeVisible();
  const form = button.element().closest('form') ?? expect.fail('no form');
  const { action, ...fields } = subscribe;
  expect([form.method, form.action]).toEqual(['post', action]);
  expect(Object.fromEntries(new FormData(form))).toEqual(fields);
  await expect.element(page.getByText(/no money moves/)).toBeVisible();
});

it('tells which of several subscriptions to cancel', async () => {
  const panel = page.getByRole('region', { name: 'Your subscriptions' });
  await expect.element(panel.getByText(/so Standard gives you nothing/)).toBeVisible();
  await expect.element(panel.getByText(/It renews each month/)).toBeVisible();
});
