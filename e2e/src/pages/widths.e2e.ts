import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, newPerson } from '../browser.js';
import { onlyIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { setStage, pageStates, type Stage } from './page-states.js';
import { asFreshPage } from './fresh-page.js';

const once = onlyIn('standalone', 'looks at pages, which are the same whatever serves them');
const WIDTHS = [360, 768, 1024, 1440, 1920];

describe.runIf(once)('nothing scrolls sideways', () => {
  let browser: Browser;
  let stage: Stage;

  beforeAll(async () => {
    browser = await launchChromium();
    stage = await setStage(await sharedSkyshelf(), 'walter');
  });
  afterAll(() => browser.close());

  describe.each(WIDTHS)('on a page %i px wide', (width) => {
    let context: BrowserContext;

    beforeAll(async () => {
      context = await newPerson(browser, { width, height: 900, touch: width < 992, still: true });
    });
    afterAll(() => context.close());

    it.each(Object.entries(pageStates))('%s', async (_, show) => {
      const page = await asFreshPage(context);
      await show(page, stage);
      const [shown, wide, reached] = await page.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement;
        window.scrollTo(10_000, 0);
        return [clientWidth, scrollWidth, window.scrollX] as const;
      });
      expect({ shown, wide, reached }).toEqual({ shown: width, wide: width, reached: 0 });
    });
  });
});
