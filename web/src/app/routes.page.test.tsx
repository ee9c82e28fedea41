import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serve } from '../../testing/serve.js';
import { show } from '../../testing/show.js';
import { currentSession, endSession, startSession } from '../shared/session/current-session.js';
import { App } from './app.js';
import { Routes } from './routes.js';

const home = location.pathname + location.search;
const session = currentSession() ?? expect.fail('no session');

describe('the pages', () => {
  let close = (): void => undefined;
  const open = (address: string): void => {
    history.replaceState(null, '', address);
    serve({ '/api/': () => ({ docs: [], folderId: 'root', version: 1, next: null }) });
    close = show(<Routes />);
  };
  afterEach(() => {
    close();
    startSession(session);
    vi.unstubAllGlobals();
  });
  afterAll(() => history.replaceState(null, '', home));

  it.each(['/', '/allfiles/Trips/'])(
    'show a visitor at %s the intro and Log In in place of the toolbar [F2.4 F6.1]',
    async (address) => {
      endSession();
      open(address);
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.element(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
      expect(location.pathname).toBe('/');
      expect(page.getByRole('toolbar').elements()).toEqual([]);
    },
  );

  it('show a user the files with their toolbar, and the profile in place of Log In [F2.11 F6.2]', async () => {
    open('/');
    const toolbar = page.getByRole('toolbar', { name: 'Actions' });
    await expect.element(toolbar).toBeVisible();
    const buttons = toolbar.getByRole('button').elements();
    expect(buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
      'Upload',
      'Create folder',
      'Add',
      'Edit',
      'Delete',
      'Copy',
      'Cut',
      'Paste',
      'Download',
      'Share',
    ]);
    expect(location.pathname).toBe('/allfiles/');
    const header = page.getByRole('banner');
    await expect.element(header.getByRole('button', { name: 'Profile menu' })).toBeVisible();
    expect(header.getByRole('link', { name: 'Log In' }).elements()).toEqual([]);
  });

  it.each([
    ['on a desktop', 1440, 'block'],
    ['not on a phone', 390, 'none'],
    ['not on a narrow tablet', 820, 'none'],
  ])('have clouds behind them, each of them, %s [F1.1]', async (_, width, display) => {
    await page.viewport(width, 900);
    for (const address of ['/', '/allfiles/', '/login', '/relogin', '/result', '/nowhere']) {
      history.replaceState(null, '', address);
      serve({ '/api/': () => ({ docs: [], folderId: 'root', version: 1, next: null }) });
      close = show(<App />);
      const clouds = document.querySelector('[aria-hidden] > svg') ?? expect.fail(`no clouds at ${address}`);
      expect([address, getComputedStyle(clouds).display]).toEqual([address, display]);
      expect(getComputedStyle(clouds.parentElement ?? clouds).zIndex).toBe('-1');
      close();
    }
    close = () => undefined;
    await page.viewport(1920, 1080);
  });

  it('ask to log in again when a session has ended [S8.3]', async () => {
    endSession();
    open('/#relogin');
    await expect.element(page.getByRole('heading', { name: 'Please log in again.' })).toBeVisible();
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Log In' }))
      .toHaveAttribute('href', '/relogin');
  });
});
