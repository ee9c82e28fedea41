import { launchSkyshelf, type LaunchedSkyshelf } from '@skyshelf/testing';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, newPerson } from '../browser.js';
import { setStage, sights, type Stage } from './sights.js';

const WIDTHS = [360, 768, 1024, 1440, 1920];

describe('nothing scrolls sideways', () => {
  let skyshelf: LaunchedSkyshelf;
  let browser: Browser;
  let stage: Stage;

  beforeAll(async () => {
    skyshelf = await launchSkyshelf();
    browser = await launchChromium();
    stage = await setStage(skyshelf);
  });
  afterAll(async () => {
    await browser.close();
    await skyshelf.dispose();
  });

  for (const [sight, show] of Object.entries(sights)) {
    for (const width of WIDTHS) {
      it(`${sight}, ${width} px wide`, async () => {
        const context = await newPerson(browser, { width, height: 900, touch: width < 992, still: true });
        const page = await context.newPage();
        await show(page, stage);
        const [shown, wide, reached] = await page.evaluate(() => {
          const { clientWidth, scrollWidth } = document.documentElement;
          window.scrollTo(10_000, 0);
          return [clientWidth, scrollWidth, window.scrollX] as const;
        });
        expect({ shown, wide, reached }).toEqual({ shown: width, wide: width, reached: 0 });
        await context.close();
      });
    }
  }
});
