import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { challenge } from '../../testing/captcha-challenge.js';
import { serve } from '../../testing/serve.js';
import { show } from '../../testing/show.js';
import { api } from '../shared/api/api.js';
import { store } from '../shared/store/store.js';
import ConfirmNotices from '../features/account/confirm-notices.js';
import { NoticeAddress } from '../features/account/notice-address.js';
import { Toasts } from './toasts/toasts.js';

let hide = (): void => undefined;
afterEach(() => {
  hide();
  store.dispatch(api.util.resetApiState());
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});
const button = (name: string) => page.getByRole('button', { name, exact: true });
const refused = (code: string, message: string, status: number): Response =>
  Response.json({ error: { code, message } }, { status });

it('an address is given, waits to be confirmed, is sent for again, changed and removed [S2.65]', async () => {
  const none = { address: null, asked: null };
  const expires = new Date(2026, 10, 27, 14, 5).toISOString();
  const given: string[] = [];
  let kept: object = none;
  serve({
    '/api/account/notices': (body: { address: string } | null) => {
      if (body && given.push(body.address) > 3) return refused('notices.too-many', 'Try again later.', 429);
      return (kept = body ? { address: null, asked: { address: body.address, expires } } : kept);
    },
    '/api/account/notices/remove': () => (kept = none),
    '/api/captcha': () => ({ mail: 'folder', challenge }),
  });
  hide = show(
    <>
      <NoticeAddress />
      <Toasts />
    </>,
  );
  const field = page.getByLabelText('Mail address');
  // Before anything is given.
  await expect.element(page.getByText(/Only who can read that folder can confirm an address/)).toBeVisible();
  await button('Save').click();
  await expect.element(page.getByText('This field is required')).toBeVisible();
  await field.fill('ann@example');
  await button('Save').click();
  await expect.element(page.getByText('Email Address not valid')).toBeVisible();
  expect(given).toEqual([]);
  await field.fill(' ann@example.org ');
  await button('Save').click();
  await expect.element(page.getByText('Not confirmed yet')).toBeVisible();
  await expect
    .element(page.getByText(/lies in that folder. The link is good until Nov 27, 2026, 2:05 PM/))
    .toBeVisible();
  await button('Send again').click();
  await expect.element(page.getByText(/Links in earlier ones no longer work/)).toBeVisible();
  await button('Change').click();
  await expect.element(field).toHaveValue('ann@example.org');
  await field.fill('bea@example.org');
  await button('Save').click();
  await expect.element(page.getByText('bea@example.org')).toBeVisible();
  await button('Send again').click();
  await expect.element(page.getByText('Try again later.')).toBeVisible();
  expect(given).toEqual(['ann@example.org', 'ann@example.org', 'bea@example.org', 'bea@example.org']);
  await button('Remove').click();
  await expect.element(field).toHaveValue('');
});

it('a confirmed address says so', async () => {
  serve({
    '/api/account/notices': () => ({ address: 'ann@example.org', asked: null }),
    '/api/captcha': () => ({ mail: 'server', challenge }),
  });
  hide = show(<NoticeAddress />);
  await expect.element(page.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect.element(button('Send again')).not.toBeInTheDocument();
  expect(page.getByText(/no mail server/).elements()).toEqual([]);
});

it('the page that the link leads to confirms at a click, and says when the link is no longer good [S2.65]', async () => {
  const codes: unknown[] = [];
  serve({
    '/api/account/notices/confirm': ({ code }: { code: string }) =>
      codes.push(code) > 1 ? refused('link.expired', 'This link is no longer good.', 410) : { ok: true },
  });
  for (const heading of ['Your address is confirmed', 'This link is no longer good']) {
    history.replaceState(null, '', '/confirm-notices#signed.code');
    hide = show(<ConfirmNotices />);
    await button('Confirm').click();
    await expect.element(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/account');
    hide();
  }
  expect(codes).toEqual(['signed.code', 'signed.code']);
});

it('the page that a mail of received files leads to stops those at a click', async () => {
  serve({ '/api/account/notices/confirm': () => ({ ok: true }) });
  history.replaceState(null, '', '/stop-notices#signed.code');
  hide = show(<ConfirmNotices stops />);
  await button('Stop these mails').click();
  await expect.element(page.getByRole('heading', { name: 'These mails have ended' })).toBeVisible();
});
