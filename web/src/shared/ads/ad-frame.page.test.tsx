import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { installationWith } from '../../../testing/installation.js';
import { serve } from '../../../testing/serve.js';
import { show } from '../../../testing/show.js';
import { AdFrame, useAd } from './ad-frame.js';

const Slot = () => <p>{useAd('listing')?.path ?? 'no ad'}</p>;

let remove = (): void => undefined;
afterEach(async () => {
  remove();
  vi.unstubAllGlobals();
  await page.viewport(1920, 1080);
});

it('is there only in windows wider than 505 and taller than 430 [F4.23]', async () => {
  const ads = [{ slot: 'listing', path: '/ads/listing', height: 90 }];
  serve({ '/api/installation': () => installationWith({ ads }) });
  remove = show(<Slot />);
  for (const [width, height, shown] of [
    [506, 431, '/ads/listing'],
    [505, 431, 'no ad'],
    [506, 430, 'no ad'],
    [1440, 900, '/ads/listing'],
  ] as const) {
    await page.viewport(width, height);
    await expect.element(page.getByText(shown)).toBeVisible();
  }
});

it('stands in a frame without an origin', async () => {
  remove = show(<AdFrame ad={{ slot: 'listing', path: '/ads/listing', height: 90 }} />);
  const ad = page.getByTitle('Advertisement');
  await expect.element(ad).toHaveAttribute('src', '/ads/listing');
  await expect.element(ad).toHaveAttribute('sandbox', expect.not.stringContaining('allow-same-origin'));
});
