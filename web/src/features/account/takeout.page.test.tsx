import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serve } from '../../../testing/serve.js';
import { show } from '../../../testing/show.js';
import { api } from '../../shared/api/api.js';
import { takeoutTexts as text } from '../../shared/messages/account-texts.js';
import { store } from '../../shared/store/store.js';
import { Takeout } from './takeout.js';

let hide = (): void => undefined;
afterEach(() => {
  hide();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const asked = new Date(2026, 10, 20, 9, 0).toISOString();
const expires = new Date(2026, 10, 27, 9, 0).toISOString();
const nextAt = new Date(2026, 10, 21, 9, 0).toISOString();
const making = {
  id: 't',
  state: 'making',
  asked,
  percent: 40,
  expires: null,
  parts: [],
  files: 0,
  leftOut: 0,
};
const part = (number: number, size: number) => ({
  part: number,
  name: `Skyshelf-2026-11-20-${number}.zip`,
  size,
  files: 3,
});
const ready = { ...making, state: 'ready', percent: 100, expires, files: 6, leftOut: 1 };
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('is asked for, shows how far it is, and can be cancelled [S2.71]', async () => {
  const none = { takeout: null, nextAt: null };
  let current: object = none;
  serve({
    '/api/takeout': (body: object | null) => (body ? (current = { takeout: making, nextAt: null }) : current),
    '/api/takeout/cancel': () => (current = none),
  });
  hide = show(<Takeout />);
  await button('Download all my data').click();
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  await button('Cancel').click();
  await expect.element(button('Download all my data')).toBeVisible();
});

it('lists its archives with size, until when they are there, and when the next is possible [S2.73]', async () => {
  const parts = [part(1, 1024 ** 3), part(2, 5 * 1024 ** 2)];
  serve({ '/api/takeout': () => ({ takeout: { ...ready, parts }, nextAt }) });
  hide = show(<Takeout />);
  await expect.element(page.getByText('Ready to download until Nov 27, 2026, 9:00 AM.')).toBeVisible();
  await expect.element(page.getByText(/^1(.00)? ?GB, 3 files$/)).toBeVisible();
  await expect.element(button('Download Skyshelf-2026-11-20-2.zip')).toBeVisible();
  await expect.element(page.getByText(/^1 file could not be read/)).toBeVisible();
  await expect.element(page.getByText('The next one can be made from Nov 21, 2026, 9:00 AM.')).toBeVisible();
});

it('takes trash and history along by a choice, which says how much it adds', async () => {
  let asked: object | null = null;
  serve({
    '/api/takeout': (body: object | null) => {
      asked = body ?? asked;
      return { takeout: body ? making : null, nextAt: null };
    },
    '/api/account/usage/': () => ({ result: { kept: 7 * 1024 ** 2, history: 2 * 1024 ** 2 } }),
  });
  hide = show(<Takeout />);
  await page.getByLabelText(/in the trash \(5(.00)? ?MB more\)/).click();
  await page.getByLabelText(/earlier versions of files \(2(.00)? ?MB more\)/).click();
  await button('Download all my data').click();
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  expect(asked).toEqual({ trash: true, history: true });
});

it('says that it could not be made, and is asked for again', async () => {
  serve({
    '/api/takeout': (body: object | null) => ({
      takeout: { ...making, state: body ? 'making' : 'failed' },
      nextAt: null,
    }),
  });
  hide = show(<Takeout />);
  await expect.element(page.getByText(`${text.failed}.`, { exact: true })).toBeVisible();
  await button('Try again').click();
  await expect.element(page.getByRole('progressbar')).toBeVisible();
});
