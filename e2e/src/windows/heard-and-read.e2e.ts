import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShelf, type OpenShelf } from '../open-shelf.js';
import { enoughIn } from '../setup/only-in.js';
import { sound } from './sample-media.js';
import { jbig2Picture, jpxPicture, scannedPdf } from './scanned-pdf.js';

const once = enoughIn('standalone', 'looks at pages, which are the same whatever serves them');
const patient = { timeout: 60_000 };

describe.runIf(once)('what is heard and read in windows', () => {
  let shelf: OpenShelf;
  let page: Page;

  beforeAll(async () => {
    const markdown = '# Tides\n\n<img src=x onerror=alert(1)>\n\n```py\nreturn 1\n```\n';
    const files = [
      ['tone.mp3', 'audio/mpeg', await sound('sine=frequency=900')],
      ['silence.mp3', 'audio/mpeg', await sound('anullsrc')],
      ['broken.mp3', 'audio/mpeg', Buffer.from('This is no sound.')],
      ['jpx.pdf', 'application/pdf', scannedPdf('JPXDecode', await jpxPicture())],
      ['jbig2.pdf', 'application/pdf', scannedPdf('JBIG2Decode', jbig2Picture())],
      ['broken.pdf', 'application/pdf', Buffer.from('%PDF-1.5 but no more')],
      ['tides.md', 'text/markdown', Buffer.from(markdown)],
      ['empty.py', 'text/x-python', Buffer.from('')],
      ['tides.csv', 'text/csv', Buffer.from('port;metres\nBrest;6,9\nSaint-Malo;12,2\nOstend;4,9\n')],
    ] as const;
    shelf = await openShelf('reader', {
      still: false,
      files: files.map(([name, type, bytes]) => ({ name, type, bytes })),
    });
    page = shelf.page;
  });
  afterAll(() => shelf?.close());

  /** Height of the tallest bar, in pixels of the canvas, while the sound goes on. */
  const tallest = (window: Locator): Promise<number> =>
    window.locator('canvas[data-visualiser]').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      const first = data.findIndex((value, index) => index % 4 === 3 && value > 0);
      return first < 0 ? 0 : canvas.height - Math.floor(first / 4 / canvas.width);
    });
  const plays = (window: Locator): Promise<void> =>
    window.locator('audio').evaluate(async (audio: HTMLAudioElement) => {
      await audio.play();
      while (audio.currentTime < 0.5) await new Promise(requestAnimationFrame);
    });

  it('bars move to a tone and lie still in silence [F2.21 S2.8]', async () => {
    const tone = await shelf.open('tone.mp3');
    await plays(tone);
    await expect.poll(() => tallest(tone)).toBeGreaterThan(20);
    await shelf.closeWindow();
    const silence = await shelf.open('silence.mp3');
    await plays(silence);
    expect(await tallest(silence)).toBeLessThanOrEqual(4);
    await shelf.closeWindow();
  });

  it('is played by keys, and none of them is kept from the page', async () => {
    const tone = await shelf.open('tone.mp3');
    await plays(tone);
    const audio = tone.locator('audio');
    const seconds = () => audio.evaluate(({ currentTime }: HTMLAudioElement) => currentTime);
    const isPaused = () => audio.evaluate(({ paused }: HTMLAudioElement) => paused);
    await tone.locator('media-play-button').focus();
    await page.keyboard.press('Space');
    await expect.poll(isPaused).toBe(true);
    const before = await seconds();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await seconds()) - before).toBeGreaterThan(5);
    await tone.locator('media-time-range').focus();
    await page.keyboard.press('F6');
    expect(await tone.evaluate((window) => window.contains(document.activeElement))).toBe(false);
    await tone.locator('media-time-range').focus();
    await shelf.closeWindow();
    await tone.waitFor({ state: 'detached' });
  });

  const colourAt = (window: Locator, across: number): Promise<number[]> =>
    window.locator('canvas[data-drawn="1"]').evaluate((canvas: HTMLCanvasElement, share) => {
      const x = Math.floor(canvas.width * share);
      const y = Math.floor(canvas.height / 2);
      return [...(canvas.getContext('2d')?.getImageData(x, y, 1, 1).data ?? [])];
    }, across);

  it('scanned pages are drawn, though no WebAssembly may run', async () => {
    const jpx = await shelf.open('jpx.pdf');
    await jpx.locator('canvas[data-drawn="1"]').waitFor(patient);
    const [red = 0, green = 255] = await colourAt(jpx, 0.5);
    expect([red > 240, green < 16]).toEqual([true, true]);
    await shelf.closeWindow();
    const jbig2 = await shelf.open('jbig2.pdf');
    await jbig2.locator('canvas[data-drawn="1"]').waitFor(patient);
    expect([(await colourAt(jbig2, 0.1))[0], (await colourAt(jbig2, 0.5))[0]]).toEqual([255, 0]);
    await shelf.closeWindow();
  });

  it('Markdown is laid out, code has colours, and a table is sorted', async () => {
    const tides = await shelf.open('tides.md');
    await tides.getByRole('heading', { name: 'Tides' }).waitFor();
    await tides.getByText('<img src=x onerror=alert(1)>').waitFor();
    await tides.locator('[data-tone="keyword"]').waitFor();
    await tides.getByRole('button', { name: 'Source' }).click();
    await tides.getByText('# Tides').waitFor();
    await shelf.closeWindow();
    const empty = await shelf.open('empty.py');
    await empty.getByRole('region', { name: 'empty.py' }).waitFor();
    await shelf.closeWindow();
    const table = await shelf.open('tides.csv');
    await table.getByRole('button', { name: 'metres' }).click();
    const metres = table.getByRole('gridcell', { name: /\d/ });
    await expect.poll(() => metres.allTextContents()).toEqual(['4,9', '6,9', '12,2']);
    await shelf.closeWindow();
  });

  it('nothing of it is against the policy of the page', () => {
    expect(shelf.errors).toEqual([]);
  });

  it('what is broken can be downloaded', async () => {
    for (const name of ['broken.mp3', 'broken.pdf']) {
      const window = await shelf.open(name);
      await window.getByRole('link', { name: 'Download' }).waitFor(patient);
      await shelf.closeWindow();
    }
  });
});
