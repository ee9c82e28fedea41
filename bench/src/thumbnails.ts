import type { LaunchedSkyshelf } from '@skyshelf/testing';
import type { Page } from 'playwright';
import { atMost, percentile, rounded, type Figure } from './figures.js';
import { sampleJpeg } from './sample-jpeg.js';
import { launchBrowser, signedIn } from './web/person.js';

interface Stamps {
  /** The time when the newest upload's last byte was sent: uploads go one after the other. */
  lastByte: number | undefined;
  decoded: Record<string, number>;
}

/**
 * Last byte of a 2 MP photo sent → its thumbnail decoded in Chromium, one photo after the other through the
 * real page.
 */
export async function benchThumbnails(skyshelf: LaunchedSkyshelf, { uploads = 50 } = {}): Promise<Figure[]> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(stampUploads);
    await signedIn(page, skyshelf.url, await skyshelf.token('photographer'));
    const times: number[] = [];
    for (let index = 0; index < uploads; index += 1)
      times.push(await uploadOne(page, `photo ${index}.jpg`, await sampleJpeg(1632, 1224)));
    const name = `last byte sent → thumbnail decoded in Chromium, ${times.length} photos of 2 MP`;
    const details = { p90: rounded(percentile(times, 0.9), 0), min: rounded(Math.min(...times), 0) };
    return [atMost(name, percentile(times, 0.5), [150, 'ms'], { digits: 0, details })];
  } finally {
    await browser.close();
  }
}

async function uploadOne(page: Page, name: string, buffer: Buffer): Promise<number> {
  await drop(page, name, buffer);
  const stamps = await page.waitForFunction(
    (wanted) => {
      const { lastByte, decoded } = (window as unknown as { stamps: Stamps }).stamps;
      const end = decoded[wanted];
      return end !== undefined && lastByte !== undefined && { begin: lastByte, end };
    },
    name,
    { timeout: 20_000 },
  );
  const { begin, end } = (await stamps.jsonValue()) as { begin: number; end: number };
  return end - begin;
}

/** Drops a photo on the folder. */
const drop = (page: Page, name: string, bytes: Buffer): Promise<void> =>
  page.evaluate(
    ([file, base64]) => {
      const dataTransfer = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
      dataTransfer.items.add(new File([content], file, { type: 'image/jpeg' }));
      for (const type of ['dragenter', 'dragover', 'drop'])
        document
          .querySelector('main')
          ?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, bytes.toString('base64')] as const,
  );

/** Runs in the page: notes when the last byte of an upload has left, and when the picture of its tile is decoded. */
function stampUploads(): void {
  const stamps: Stamps = { lastByte: undefined, decoded: {} };
  (window as unknown as { stamps: Stamps }).stamps = stamps;
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body) {
    if (body instanceof Blob)
      this.upload.addEventListener('load', () => (stamps.lastByte = performance.now()));
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
