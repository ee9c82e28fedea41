import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { routes, type ElementView } from '@skyshelf/contracts';
import { eventually, readFile } from '@skyshelf/testing';
import { chromium, type Browser, type Locator, type Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { executablePath } from '../browser.js';
import { openShelf, type OpenShelf } from '../open-shelf.js';
import { enoughIn } from '../setup/only-in.js';

const once = enoughIn('standalone', 'looks at pages, which are the same whatever serves them');

const probed = z.object({
  streams: z.array(
    z.object({ codec_type: z.string(), width: z.number().optional(), height: z.number().optional() }),
  ),
});

/** The streams of a recording, as ffprobe sees them. */
async function streamsOf(bytes: Buffer): Promise<z.infer<typeof probed>['streams']> {
  const folder = await mkdtemp(join(tmpdir(), 'recording-'));
  try {
    await writeFile(join(folder, 'recording'), bytes);
    const wanted = ['-show_entries', 'stream=codec_type,width,height', '-of', 'json'];
    const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', ...wanted, 'recording'], {
      cwd: folder,
    });
    return probed.parse(JSON.parse(stdout)).streams;
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe.runIf(once)('what the upload dialog makes itself', () => {
  let browser: Browser;
  let shelf: OpenShelf;
  let page: Page;
  let dialog: Locator;

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath,
      args: [
        '--disable-gpu',
        '--no-sandbox',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    });
    shelf = await openShelf('carmen', { browser });
    page = shelf.page;
    dialog = page.getByRole('dialog', { name: 'Upload files' });
    await page.getByText('Your shelf is ready').waitFor();
  });
  // One that failed leaves its dialog open, in front of what the next one clicks.
  afterEach(async () => {
    if (await dialog.isVisible()) await page.reload();
  });
  afterAll(() => browser?.close());

  const openSource = async (source: string): Promise<void> => {
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
    await dialog.getByRole('tab', { name: source }).click();
  };

  const addFolder = async (linkname: string): Promise<void> => {
    await shelf.client.call(routes.addElement, { body: { url: '/', obj: { linkname, linktype: 'folder' } } });
  };

  /** Gives the element that an upload from this source has made, and its bytes. */
  const made = async (uploading: () => Promise<void>): Promise<ElementView & { bytes: Buffer }> => {
    const list = async () =>
      (await shelf.client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } })).docs;
    const before = new Set((await list()).map(({ _id }) => _id));
    await uploading();
    await dialog.waitFor({ state: 'detached' });
    let element: ElementView | undefined;
    await eventually(
      async () =>
        (element = (await list()).find(({ _id, linktype }) => linktype !== 'folder' && !before.has(_id))) !==
        undefined,
      {
        timeoutMs: 60_000,
      },
    );
    if (!element) return expect.unreachable('it was waited for');
    return { ...element, bytes: await readFile(shelf.client, element.linkurl) };
  };

  const isInBounds = ({ width = 0, height = 0 }: { width?: number; height?: number }): boolean =>
    width >= 720 && width <= 1920 && height >= 480 && height <= 1080;

  it.each([
    ['Video', ['audio', 'video']],
    ['No sound', ['video']],
    ['Sound only', ['audio']],
  ])('is a recording of the webcam: %s [F9.3]', async (mode, kinds) => {
    await openSource('Webcam');
    await dialog.getByText(mode, { exact: true }).click();
    const { bytes, source } = await made(async () => {
      await dialog.getByRole('button', { name: 'Record' }).click();
      await dialog.getByRole('button', { name: 'Stop' }).waitFor();
      const preview = dialog.getByLabel('What the camera sees');
      const mirror = await preview.evaluate((video) => new DOMMatrix(getComputedStyle(video).transform).a);
      expect(mirror).toBe(-1);
      // Whatever comes into the folder in the meantime, recording goes on.
      await addFolder(`While ${mode}`);
      await page.getByText(`While ${mode}`).waitFor();
      // As long as a second of what is seen lasts.
      await preview.evaluate(async (video: HTMLVideoElement) => {
        const from = video.currentTime;
        while (video.currentTime < from + 1) await new Promise(requestAnimationFrame);
      });
      await dialog.getByRole('button', { name: 'Stop' }).click();
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    });
    expect(source).toBe('webcam');
    const streams = await streamsOf(bytes);
    expect(streams.map(({ codec_type: kind }) => kind).toSorted()).toEqual(kinds);
    expect(streams.filter(({ codec_type: kind }) => kind === 'video').every(isInBounds)).toBe(true);
  });

  it('is a picture of the webcam [F9.3]', async () => {
    await openSource('Webcam');
    await dialog.getByText('Picture', { exact: true }).click();
    const { bytes, source } = await made(async () => {
      await dialog.getByRole('button', { name: 'Take a picture' }).click();
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    });
    expect(source).toBe('webcam');
    expect(isInBounds(await sharp(bytes).metadata())).toBe(true);
  });

  it('is a picture that was mirrored and cut in the image editor', async () => {
    const half = { create: { width: 300, height: 400, channels: 3 as const, background: '#0000ff' } };
    const red = await sharp({ create: { ...half.create, background: '#ff0000' } })
      .png()
      .toBuffer();
    const picture = sharp({ create: { ...half.create, width: 600 } });
    const buffer = await picture
      .composite([{ input: red, left: 0, top: 0 }])
      .png()
      .toBuffer();
    await openSource('ImageEditor');
    const { bytes, source, linkname } = await made(async () => {
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: 'Choose a picture' }).click();
      await (await chooser).setFiles({ name: 'halves.png', mimeType: 'image/png', buffer });
      const tools = dialog.getByRole('toolbar');
      await dialog.locator('.cropper-view-box img').waitFor();
      await tools.getByRole('button', { name: /flip/i }).click();
      await tools.getByRole('button', { name: /square/i }).click();
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    });
    expect([source, linkname]).toEqual(['image-editor', 'halves.png']);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(info.height);
    const at = (across: number): number[] => {
      const from =
        (Math.floor(info.height / 2) * info.width + Math.floor(info.width * across)) * info.channels;
      return [...data.subarray(from, from + 3)].map((value) => Math.round(value / 255));
    };
    expect([at(0.1), at(0.9)]).toEqual([
      [0, 0, 1],
      [1, 0, 0],
    ]);
  });

  it('breaks nothing of the policy of the page', () => {
    expect(shelf.errors).toEqual([]);
  });
});
