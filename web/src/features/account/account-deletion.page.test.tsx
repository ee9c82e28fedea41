import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { installationWith } from '../../../testing/installation.js';
import { serve } from '../../../testing/serve.js';
import { show } from '../../../testing/show.js';
import { currentSession, startSession } from '../../shared/session/current-session.js';
import { AccountDeletion } from './account-deletion.js';

const session = currentSession() ?? expect.fail('no session');
let hide = (): void => undefined;
afterEach(() => {
  hide();
  startSession(session);
  vi.unstubAllGlobals();
});

const open = (close: () => object): void => {
  serve({ '/api/account/close': close, '/api/installation': () => installationWith() });
  hide = show(<AccountDeletion />);
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('asks before it deletes, ends the session here, and says until when the account can be kept', async () => {
  let closed = 0;
  open(() => ({ ok: true, deleteAfter: new Date(2026, 10, 27, 14, 5).toISOString(), count: (closed += 1) }));
  await expect.element(page.getByText(/For 1 day you can still log in and keep the account/)).toBeVisible();
  await button('Delete my account').click();
  await expect.element(button('No')).toHaveFocus();
  await button('No').click();
  expect(closed).toBe(0);
  await button('Delete my account').click();
  await button('Yes, delete it').click();
  await expect
    .element(page.getByText(/Log in before Nov 27, 2026, 2:05 PM to keep the account/))
    .toBeVisible();
  expect([closed, currentSession()]).toEqual([1, null]);
});

it('asks to log in again when that was too long ago', async () => {
  const error = { code: 'sign-in.stale', message: 'Log in again first.' };
  open(() => Response.json({ error }, { status: 403 }));
  await button('Delete my account').click();
  await button('Yes, delete it').click();
  const link = page.getByRole('link', { name: 'Log in again' });
  await expect.element(link).toHaveAttribute('href', '/relogin');
  expect(currentSession()).not.toBeNull();
});
