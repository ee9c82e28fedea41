import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serve } from '../../../testing/serve.js';
import { show } from '../../../testing/show.js';
import { dialogClosed } from '../../features/file-manager/state/overlay-slice.js';
import {
  currentSession,
  endSession,
  startSession,
  consumeTarget,
} from '../../shared/session/current-session.js';
import { store } from '../../shared/store/store.js';
import { Routes } from '../routes.js';

const home = location.pathname + location.search;
const session = currentSession() ?? expect.fail('no session');
const shared = '/share?title=Tides&text=See+https%3A%2F%2Ftides.example%2Fa';
let hide = (): void => undefined;

beforeEach(() => history.replaceState(null, '', shared));
afterEach(() => {
  hide();
  store.dispatch(dialogClosed());
  startSession(session);
  vi.unstubAllGlobals();
});
afterAll(() => history.replaceState(null, '', home));

it('takes what another app shares into Add Link', async () => {
  serve({ '/api/': () => ({ docs: [], folderId: 'root', version: 1, next: null }) });
  hide = show(<Routes />);
  const dialog = page.getByRole('dialog', { name: 'Add Link' });
  await expect.element(dialog.getByRole('textbox', { name: 'URL' })).toHaveValue('https://tides.example/a');
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Tides');
  expect(location.pathname).toBe('/allfiles/');
});

it('lets a visitor log in first, and come back to what was shared', async () => {
  serve({});
  endSession();
  hide = show(<Routes />);
  await expect.poll(() => location.pathname).toBe('/login');
  expect([consumeTarget(), consumeTarget()]).toEqual([shared, '/allfiles/']);
});

it('is named by the manifest, whose pictures have the sizes that it says', async () => {
  const answer = await fetch('/manifest.webmanifest');
  const manifest = (await answer.json()) as {
    icons: { src: string; sizes: string; type: string }[];
    share_target: object;
  };
  const params = { title: 'title', text: 'text', url: 'url' };
  expect(manifest.share_target).toMatchObject({ action: '/share', method: 'GET', params });
  for (const { src, sizes } of manifest.icons.filter(({ type }) => type === 'image/png')) {
    const picture = Object.assign(new Image(), { src });
    await picture.decode();
    expect(`${picture.naturalWidth}x${picture.naturalHeight}`).toBe(sizes);
  }
});
