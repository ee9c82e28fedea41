import { AxeBuilder } from '@axe-core/playwright';
import { launchSkyshelf, type LaunchedSkyshelf } from '@skyshelf/testing';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, newPerson } from '../browser.js';
import { setStage, sights, type Stage } from './sights.js';

const devices = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844, touch: true },
};

describe('accessibility', () => {
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
    for (const [device, appearance] of Object.entries(devices)) {
      for (const dark of [false, true]) {
        it(`axe finds nothing serious: ${sight}, ${device}, ${dark ? 'dark' : 'light'}`, async () => {
          const context = await newPerson(browser, { ...appearance, dark, still: true });
          const page = await context.newPage();
          await show(page, stage);
          if (process.env.PAGES_TO)
            await page.screenshot({
              path: `${process.env.PAGES_TO}/${sight}-${device}-${dark ? 'dark' : 'light'}.png`,
            });
          const { violations, passes } = await new AxeBuilder({ page }).analyze();
          const serious = violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => ({
              id,
              where: nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
            }));
          expect(serious).toEqual([]);
          expect(passes.length).toBeGreaterThan(5);
          await context.close();
        });
      }
    }
  }
});
