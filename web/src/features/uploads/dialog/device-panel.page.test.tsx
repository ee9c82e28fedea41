import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { serve } from '../../../../testing/serve.js';
import { show } from '../../../../testing/show.js';
import { api } from '../../../shared/api/api.js';
import { store } from '../../../shared/store/store.js';
import { DevicePanel } from './device-panel.js';

const KB = 1024;
let hide = (): void => undefined;
const done = vi.fn();

beforeEach(async () => {
  done.mockClear();
  let asked = 0;
  serve({
    '/api/account/usage/': () => {
      asked += 1;
      return { result: { available: 10 * KB, kept: 6 * KB } };
    },
  });
  hide = show(<DevicePanel targetFolder={{ url: '/', folderId: 'root' }} done={done} />);
  await vi.waitUntil(() => asked === 1);
});
afterEach(() => {
  hide();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const choose = (bytes: number) => {
  const input = document.querySelector('input[type=file]') ?? document.body;
  return userEvent.upload(input, new File([new Uint8Array(bytes)], 'film.mp4'));
};

it('says beforehand that the trash gives way, and how much of it', async () => {
  await choose(7 * KB);
  await expect.element(page.getByText(/takes 7 KB.*at least 3 KB of the trash/)).toBeVisible();
  expect(done).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await choose(7 * KB);
  await page.getByRole('button', { name: 'Upload' }).click();
  expect(done).toHaveBeenCalledOnce();
});

it('asks nothing where there is room, or where the whole trash is not enough', async () => {
  await choose(4 * KB);
  await choose(11 * KB);
  expect(done).toHaveBeenCalledTimes(2);
});
