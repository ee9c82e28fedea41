import { routes } from '@skyshelf/contracts';
import { apiClient, eventually, uploadFile, type RunningSkyshelf } from '@skyshelf/testing';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, launchChromium, newPerson } from '../browser.js';
import { enoughIn } from '../setup/only-in.js';
import { sampleOf, sampleSeed } from '../setup/sample.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';

const ITEMS = Number(process.env.LARGE_FOLDER_ITEMS ?? 10_000);
/** interface.md: what a folder of 10,000 items may cost. */
const MOST_NODES = 1_200;
const MOST_CLICK_MS = 50;
const CLICKS_EACH = 7;
/** How far down the folder is looked at. */
const DEPTHS = { top: 0, middle: 0.5, end: 1 };

const once = enoughIn('standalone', 'times the page in the browser, which is the same in both');

describe.runIf(once)(`a folder with ${ITEMS.toLocaleString('en-US')} items`, { timeout: 600_000 }, () => {
  let skyshelf: RunningSkyshelf;
  let browser: Browser;
  let token: string;

  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    browser = await launchChromium();
    token = await skyshelf.token('collector');
    const began = performance.now();
    await fill();
    console.log(JSON.stringify({ items: ITEMS, filledInMs: Math.round(performance.now() - began) }));
  }, 600_000);
  afterAll(async () => {
    await browser.close();
  });

  async function fill(): Promise<void> {
    const client = apiClient(skyshelf.url, token);
    const links = Array.from({ length: ITEMS }, (_, index) => {
      const name = `Specimen ${String(index + 1).padStart(5, '0')}`;
      return `<DT><A HREF="https://example.com/${index + 1}">${name}</A>`;
    });
    const bytes = Buffer.from(`<DL><DT><H3>Collection</H3><DL>${links.join('\n')}</DL></DL>`);
    const { _id: file } = await uploadFile(client, { name: 'collection.html', type: 'text/html', bytes });
    const { process } = await client.call(routes.importBookmarks, {
      body: { url: '/', file, discard: true },
    });
    await eventually(
      async () => (await client.call(routes.importedBookmarks, { query: { process } })).state === 'done',
      { timeoutMs: 300_000 },
    );
    client.close();
  }

  async function open(layout: 'Tiles' | 'List'): Promise<Page> {
    const page = await (await newPerson(browser, { width: 1920, height: 1080 })).newPage();
    await enter(page, skyshelf, token);
    await page.goto(`${skyshelf.url}/allfiles/Collection/`);
    await page.locator('[data-id][aria-label^="Specimen 00001"]').waitFor();
    await page.getByLabel(layout, { exact: true }).first().click();
    await page.locator('[data-id]').first().waitFor();
    await watchClicks(page);
    return page;
  }

  for (const layout of sampleOf(['Tiles', 'List'] as const, 2)) {
    it(`keeps at most ${MOST_NODES} nodes and answers a click within ${MOST_CLICK_MS} ms, as ${layout.toLowerCase()} (${sampleSeed})`, async () => {
      const page = await open(layout);
      const figures = [];
      for (const [place, depth] of Object.entries(DEPTHS)) {
        await scrollTo(page, depth);
        const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
        const clicksMs = await clickAround(page);
        figures.push({ layout, place, nodes, medianMs: median(clicksMs), worstMs: Math.max(...clicksMs) });
      }
      console.log(JSON.stringify(figures));
      for (const { nodes, medianMs } of figures) {
        expect(nodes).toBeLessThanOrEqual(MOST_NODES);
        expect(medianMs).toBeLessThanOrEqual(MOST_CLICK_MS);
      }
      const counted =
        layout === 'Tiles'
          ? await page.getByRole('option').first().getAttribute('aria-setsize')
          : String(Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1);
      expect(counted).toBe(String(ITEMS));
      await page.context().close();
    });
  }

  /** Scrolls the window and waits until elements of that depth are there. */
  async function scrollTo(page: Page, depth: number): Promise<void> {
    await page.evaluate((part) => window.scrollTo(0, document.body.scrollHeight * part), depth);
    await page.waitForFunction(
      ([part, all]) => {
        const shown = [...document.querySelectorAll('[data-id]')].map((one) =>
          Number(one.getAttribute('aria-posinset') ?? one.getAttribute('aria-rowindex')),
        );
        const wanted = Math.max(1, part * all);
        return shown.some((place) => Math.abs(place - wanted) < 200);
      },
      [depth, ITEMS] as const,
    );
  }

  /**
   * Clicks one unselected element after another; how long each took from the press to the frame that shows it
   * selected.
   */
  async function clickAround(page: Page): Promise<number[]> {
    const options = page.locator('[data-id][aria-selected="false"]');
    const before = (await answers(page)).length;
    for (let click = 0; click < CLICKS_EACH; click += 1) {
      const boxes = await Promise.all((await options.all()).map((option) => option.boundingBox()));
      const inView = boxes.filter((box) => box !== null && box.y > 300 && box.y + box.height < 1_000);
      const box = inView[(click * 5) % inView.length]!;
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await page.waitForFunction((count) => window.clickAnswers.length === count, before + click + 1);
    }
    return (await answers(page)).slice(before);
  }
});

const answers = (page: Page) => page.evaluate(() => window.clickAnswers);

declare global {
  interface Window {
    /** Milliseconds from the press to the frame that showed the answer. */
    clickAnswers: number[];
  }
}

async function watchClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.clickAnswers = [];
    addEventListener(
      'pointerdown',
      ({ target, timeStamp }) => {
        const option = target instanceof Element ? target.closest('[data-id]') : null;
        if (!option) return;
        const observer = new MutationObserver(() => {
          if (option.getAttribute('aria-selected') !== 'true') return;
          observer.disconnect();
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () =>
              window.clickAnswers.push(Math.round(performance.now() - timeStamp)),
            );
            port1.start();
            port2.postMessage('after the frame');
          });
        });
        observer.observe(option, { attributes: true, attributeFilter: ['aria-selected'] });
      },
      { capture: true },
    );
  });
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
