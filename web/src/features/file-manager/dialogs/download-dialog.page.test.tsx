import '../../../shared/dialogs/styles.js';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '../../../shared/api/api.js';
import { store } from '../../../shared/store/store.js';
import { show } from '../../../../testing/show.js';
import { DownloadDialog } from './dialogs.js';

let hide = (): void => undefined;
afterEach(() => {
  hide();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

const operatorShows = (...slots: string[]): void => {
  const ads = slots.map((slot) => ({ slot, path: `/ads/${slot}`, height: 90 }));
  vi.stubGlobal('fetch', async () => Response.json({ ads }));
};

it('says that the download box comes in a moment, with the ad of the operator in a frame without an origin [F2.19]', async () => {
  operatorShows('listing', 'download');
  const close = vi.fn();
  hide = show(<DownloadDialog close={close} />);
  await expect
    .element(page.getByRole('dialog', { name: 'Download' }).getByRole('status'))
    .toHaveTextContent('The download box will show up in a moment.');
  const ad = page.getByTitle('Advertisement');
  await expect.element(ad).toHaveAttribute('src', '/ads/download');
  await expect.element(ad).toHaveAttribute('sandbox', expect.not.stringContaining('allow-same-origin'));
  await userEvent.click(page.getByRole('button', { name: 'Close' }).last());
  expect(close).toHaveBeenCalledOnce();
});

it('shows no ad where the operator gives none for it', async () => {
  operatorShows('listing');
  hide = show(<DownloadDialog close={() => undefined} />);
  await expect.element(page.getByRole('dialog', { name: 'Download' })).toBeVisible();
  await expect.poll(() => store.getState().api.queries['installation(undefined)']?.status).toBe('fulfilled');
  expect(document.querySelector('iframe')).toBeNull();
});
