import { join } from 'node:path';
import { routes } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchChromium } from '../browser.js';
import { byFfmpeg } from '../by-ffmpeg.js';
import { openShelf } from '../open-shelf.js';
import { enoughIn } from '../setup/only-in.js';

/** Twelve seconds that count themselves, with a tone. */
const film = (): Promise<Buffer> => {
  const sources = '-f lavfi -i testsrc=s=640x360:r=25:d=12 -f lavfi -i sine=duration=12';
  const codecs = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 25 -c:a aac';
  return byFfmpeg('film.mp4', `${sources} ${codecs}`);
};

const once = enoughIn(
  'standalone',
  'looks at pages; reported-signals sees that a cluster’s workers make what tiles show',
);

describe.runIf(once)('the tile of a film', { timeout: 180_000 }, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
    const files = [{ name: 'film.mp4', type: 'video/mp4', bytes: await film() }];
    const { client, close } = await openShelf('director', { browser, files });
    await eventually(
      async () => {
        const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
        const [found] = docs.filter(({ linkname }) => linkname === 'film.mp4');
        return Boolean(
          found?.thumbnailImage && found.thumbnailVideo && found.thumbnailScrub && found.confirm,
        );
      },
      { timeoutMs: 120_000 },
    );
    await close();
  }, 180_000);
  afterAll(() => browser.close());

  const tileIn = async (still: boolean) => {
    const { page, close } = await openShelf('director', { browser, still });
    onTestFinished(close);
    const tile = page.getByRole('option', { name: /^film\.mp4/ });
    await tile.locator('img[data-state="ready"]').waitFor();
    const { x, y, width } = (await tile.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const pointAt = (across: number) => page.mouse.move(x + width * across, y + 40);
    return { page, tile, pointAt };
  };
  const shotsTo = process.env.SHOTS_TO;

  it('shows the moment that the pointer points at, and plays its clip where it rests [F4.14]', async () => {
    const { page, tile, pointAt } = await tileIn(false);
    const shot = async (name: string) => shotsTo && tile.screenshot({ path: join(shotsTo, `${name}.png`) });
    await shot('still');
    const places: string[] = [];
    for (const across of [0.1, 0.5, 0.9]) {
      // On a busy machine the pointer may have come to rest before it is looked at: then it moves again.
      const place = await eventually(
        async () => {
          await pointAt(across - 0.01);
          await pointAt(across);
          const moment = tile.locator('[data-shown="moment"] > div');
          const shown = await moment.evaluate(
            (each) => getComputedStyle(each).backgroundPosition,
            undefined,
            { timeout: 300 },
          );
          // Else it is still the one before.
          return !places.includes(shown) && shown;
        },
        { timeoutMs: 30_000 },
      );
      places.push(place);
      await shot(`moment-${across}`);
    }
    expect(new Set(places).size).toBe(3);
    const clip = tile.locator('[data-shown="clip"] > video');
    await clip.waitFor();
    await expect.poll(() => clip.evaluate((each: HTMLVideoElement) => each.currentTime)).toBeGreaterThan(0.2);
    expect(await clip.evaluate((each: HTMLVideoElement) => [each.muted, each.loop])).toEqual([true, true]);
    await shot('clip');
    await page.mouse.move(0, 0);
    await tile.locator('[data-shown="still"]').waitFor({ state: 'attached' });
  });

  it('shows in its player what happens at the place that the pointer is at', async () => {
    const { page, tile } = await tileIn(false);
    await tile.dblclick();
    const window = page.getByRole('dialog', { name: 'film.mp4, preview' });
    await expect
      .poll(() => window.locator('video').evaluate(({ duration }: HTMLVideoElement) => duration))
      .toBeGreaterThan(11);
    const range = window.locator('media-time-range');
    const moment = range.locator('media-preview-thumbnail');
    const { x, y, width, height } = (await range.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    for (const across of [0.1, 0.9]) {
      await page.mouse.move(x + width * across, y + height / 2);
      await moment.locator('img').waitFor();
      if (shotsTo) await page.screenshot({ path: join(shotsTo, `player-${across}.png`) });
      const seconds = Number(await range.getAttribute('mediapreviewtime'));
      expect(Math.abs(seconds / 12 - across)).toBeLessThan(0.05);
      // Of 6 × 4 cells of 240 × 150 pixels the one of its half second.
      const cell = Math.floor(seconds * 2);
      const left = (cell % 6) * 240;
      const top = Math.floor(cell / 6) * 150;
      expect(await moment.getAttribute('mediapreviewcoords')).toBe(`${left} ${top} 240 150`);
    }
  });

  it('plays nothing for who wants no motion', async () => {
    const { page, tile, pointAt } = await tileIn(true);
    await page.clock.install();
    await pointAt(0.5);
    await tile.locator('[data-shown="moment"]').waitFor();
    await page.clock.runFor(5000);
    expect(await tile.locator('video').count()).toBe(0);
  });
});
