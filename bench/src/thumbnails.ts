import { randomUUID } from 'node:crypto';
import type { LaunchedSkyshelf } from '@skyshelf/testing';
import { chromium, type Page } from 'playwright';
import { percentile, rounded, type Figure } from './figures.js';
import { sampleJpeg } from './sample-jpeg.js';

interface Stamps {
  lastByte: Record<string, number>;
  decoded: Record<string, number>;
}

/** Last byte of a 2 MP photo sent → its thumbnail decoded in Chromium, one photo after the other through the real page. */
export async function benchThumbnails(skyshelf: LaunchedSkyshelf, { uploads = 50 } = {}): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(stampUploads);
    await signedIn(page, skyshelf);
    const times: number[] = [];
    for (let index = 0; index < uploads; index += 1)
      times.push(await uploadOne(page, `photo ${index}.jpg`, await sampleJpeg(1632, 1224)));
    return [figure(times)];
  } finally {
    await browser.close();
  }
}

function figure(times: number[]): Figure {
  const p50 = percentile(times, 0.5);
  return {
    name: `last byte sent → thumbnail decoded in Chromium, ${times.length} photos of 2 MP`,
    value: rounded(p50, 0),
    unit: 'ms',
    goal: '≤ 150 ms',
    met: p50 <= 150,
    details: { p90: rounded(percentile(times, 0.9), 0), min: rounded(Math.min(...times), 0) },
  };
}

async function signedIn(page: Page, skyshelf: LaunchedSkyshelf): Promise<void> {
  const token = await skyshelf.token('photographer');
  const state = randomUUID();
  // What the page keeps while a sign-in is under way.
  await page.addInitScript((begun) => {
    if (location.pathname === '/callback') localStorage.setItem(begun, String(Date.now()));
  }, `skyshelf:sign-in:${state}`);
  const hash = new URLSearchParams({
    state,
    access_token: token,
    id_token: token,
    expires_at: String(Date.now() + 86_400_000),
  });
  await page.goto(`${skyshelf.url}/callback#${hash}`);
  await page.waitForURL('**/allfiles/**');
  await page.getByRole('button', { name: 'Upload' }).first().waitFor();
}

async function uploadOne(page: Page, name: string, buffer: Buffer): Promise<number> {
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  const stamps = await page.waitForFunction(
    (wanted) => {
      const { lastByte, decoded } = (window as unknown as { stamps: Stamps }).stamps;
      const end = decoded[wanted];
      const begin = lastByte[wanted];
      return end !== undefined && begin !== undefined && { begin, end };
    },
    name,
    { timeout: 20_000 },
  );
  const { begin, end } = (await stamps.jsonValue()) as { begin: number; end: number };
  return end - begin;
}

/** Runs in the page: notes when the last byte of an upload has left, and when the picture of its tile is decoded. */
function stampUploads(): void {
  const stamps: Stamps = { lastByte: {}, decoded: {} };
  (window as unknown as { stamps: Stamps }).stamps = stamps;
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body) {
    if (body instanceof File)
      this.upload.addEventListener('load', () => (stamps.lastByte[body.name] = performance.now()));
    send.call(this, body);
  };
  const watch = (image: HTMLImageElement) => {
    const name =
      image.closest('[role=option]')?.getAttribute('aria-label') ??
      image.closest('[role=option]')?.textContent ??
      '';
    const file = /photo \d+\.jpg/.exec(name)?.[0];
    if (!file || !image.src.includes('/files/Cloud/')) return;
    void image.decode().then(() => (stamps.decoded[file] ??= performance.now()));
  };
  new MutationObserver((records) => {
    for (const { addedNodes, target } of records) {
      if (target instanceof HTMLImageElement) watch(target);
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const image of [node, ...node.querySelectorAll('img')])
            if (image instanceof HTMLImageElement) watch(image);
    }
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['src'] });
}
