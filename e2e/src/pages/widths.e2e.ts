import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, newPerson } from '../browser.js';
import { enoughIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { setStage, pageStates, type Stage } from './page-states.js';
import { asFreshPage } from './fresh-page.js';

const once = enoughIn('standalone', 'looks at pages, which are the same whatever serves them');
/** Each state is reached on the narrowest page of a kind, which then becomes wider. */
const devices = {
  'pages to touch': { touch: true, widths: [360, 768] },
  'pages with a mouse': { touch: false, widths: [1024, 1440, 1920] },
};
const HEIGHT = 900;

describe.runIf(once)('nothing scrolls sideways', () => {
  let browser: Browser;
  let stage: Stage;

  beforeAll(async () => {
    browser = await launchChromium();
    stage = await setStage(await sharedSkyshelf(), 'walter');
  });
  afterAll(() => browser.close());

  describe.each(Object.entries(devices))('on %s, however wide', (_, { touch, widths }) => {
    const [narrowest = 0] = widths;
    let context: BrowserContext;

    beforeAll(async () => {
      context = await newPerson(browser, { width: narrowest, height: HEIGHT, touch, still: true });
    });
    afterAll(() => context.close());

    it.each(Object.entries(pageStates))('%s', async (__, show) => {
      const page = await asFreshPage(context);
      await page.setViewportSize({ width: narrowest, height: HEIGHT });
      await show(page, stage);
      for (const width of widths) {
        await page.setViewportSize({ width, height: HEIGHT });
        const [shown, wide, reached] = await page.evaluate(sidewaysAfterTheNextFrame);
        expect({ shown, wide, reached }).toEqual({ shown: width, wide: width, reached: 0 });
      }
    });
  });
});

/** Runs in the page: how wide it is, how wide what it shows, and how far it scrolls, when all has taken its new width. */
async function sidewaysAfterTheNextFrame(): Promise<readonly [number, number, number]> {
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((resolve) => void requestAnimationFrame(resolve));
  const { clientWidth, scrollWidth } = document.documentElement;
  window.scrollTo(10_000, 0);
  return [clientWidth, scrollWidth, window.scrollX];
}
