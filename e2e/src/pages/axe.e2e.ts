import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, newPerson } from '../browser.js';
import { enoughIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { setStage, pageStates, type Stage } from './page-states.js';
import { asFreshPage } from './fresh-page.js';

const once = enoughIn('standalone', 'looks at pages, which are the same whatever serves them');

/** Each opens in one appearance and is then switched to the other, as at dusk: both ways are walked. */
const devices = {
  desktop: { width: 1440, height: 900, dark: false },
  phone: { width: 390, height: 844, touch: true, dark: true },
};

describe.runIf(once)('accessibility', () => {
  let browser: Browser;
  let stage: Stage;

  beforeAll(async () => {
    browser = await launchChromium();
    stage = await setStage(await sharedSkyshelf(), 'axel');
  });
  afterAll(() => browser.close());

  describe.each(Object.entries(devices))(
    'axe finds nothing serious on a %s, light and dark:',
    (device, appearance) => {
      let context: BrowserContext;

      beforeAll(async () => {
        context = await newPerson(browser, { ...appearance, still: true });
      });
      afterAll(() => context.close());

      it.each(Object.entries(pageStates))('%s', async (state, show) => {
        const page = await asFreshPage(context);
        const [opened, switched] = appearance.dark
          ? (['dark', 'light'] as const)
          : (['light', 'dark'] as const);
        await page.emulateMedia({ colorScheme: opened });
        await show(page, stage);
        expect(await barriers(page, `${state}-${device}-${opened}`)).toEqual([]);
        await page.emulateMedia({ colorScheme: switched });
        await follows(page, switched);
        expect(await barriers(page, `${state}-${device}-${switched}`)).toEqual([]);
      });
    },
  );
});

/** Waits until all colours are the other ones. The page of the local identity provider follows by its style sheet alone. */
const follows = (page: Page, scheme: 'light' | 'dark') =>
  page.waitForFunction((wanted) => {
    const shown = document.documentElement.dataset.mantineColorScheme;
    const changing = document.getAnimations().some((animation) => animation instanceof CSSTransition);
    return (shown === undefined || shown === wanted) && !changing;
  }, scheme);

async function barriers(page: Page, picture: string): Promise<{ id: string; where: string[] }[]> {
  if (process.env.PAGES_TO) await page.screenshot({ path: `${process.env.PAGES_TO}/${picture}.png` });
  const { violations, passes } = await new AxeBuilder({ page }).analyze();
  expect(passes.length).toBeGreaterThan(5);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    }));
}
