import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, newPerson } from '../browser.js';
import { enoughIn } from '../setup/only-in.js';
import { sampleOf, sampleSeed } from '../setup/sample.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { asFreshPage } from './fresh-page.js';
import { pageStates } from './page-states.js';
import { setStage, type Stage } from './states/stage.js';

const once = enoughIn('standalone', 'looks at pages, which are the same whatever serves them');
/**
 * `E2E_FULL=1` looks at every state on both kinds of pages, otherwise each kind shows a quarter of them. Each
 * state is reached on the narrowest page of a kind, which then becomes wider; a tablet is turned.
 */
const devices = {
  'pages to touch': { touch: true, sizes: [size(360), size(768), size(820, 1180), size(1180, 820)] },
  'pages with a mouse': { touch: false, sizes: [size(1024), size(1440), size(1920)] },
};
function size(width: number, height = 900): { width: number; height: number } {
  return { width, height };
}

describe.runIf(once)('nothing scrolls sideways', () => {
  let browser: Browser;
  let stage: Stage;

  beforeAll(async () => {
    browser = await launchChromium();
    stage = await setStage(await sharedSkyshelf(), 'walter');
  });
  afterAll(() => browser.close());

  describe.each(Object.entries(devices))(`on %s, however wide (${sampleSeed})`, (kind, { touch, sizes }) => {
    const [narrowest = size(0)] = sizes;
    let context: BrowserContext;

    beforeAll(async () => {
      context = await newPerson(browser, { ...narrowest, touch });
    });
    afterAll(() => context.close());

    const all = Object.entries(pageStates);
    const states = sampleOf(kind === 'pages to touch' ? all : all.toReversed(), 6);
    it.each(states)('%s', async (_, show) => {
      const page = await asFreshPage(context);
      await page.setViewportSize(narrowest);
      await show(page, stage);
      for (const { width, height } of sizes) {
        await page.setViewportSize({ width, height });
        const [shown, wide, reached] = await page.evaluate(sidewaysAfterTheNextFrame);
        expect({ shown, wide, reached }).toEqual({ shown: width, wide: width, reached: 0 });
      }
    });
  });
});

/**
 * Runs in the page: how wide it is, how wide what it shows, and how far it scrolls, when all has taken its
 * new width.
 */
async function sidewaysAfterTheNextFrame(): Promise<readonly [number, number, number]> {
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((resolve) => void requestAnimationFrame(resolve));
  const { clientWidth, scrollWidth } = document.documentElement;
  window.scrollTo(10_000, 0);
  return [clientWidth, scrollWidth, window.scrollX];
}
