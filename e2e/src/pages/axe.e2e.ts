import { AxeBuilder } from '@axe-core/playwright';
import { apiClient } from '@skyshelf/testing';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, newPerson } from '../browser.js';
import { enoughIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { playAll, playerHosts } from '../windows/player-stand-ins.js';
import { asFreshPage } from './fresh-page.js';
import { pageStates } from './page-states.js';
import { folders, leave, openStates } from './states/open-states.js';
import { followScheme, type Scheme } from './states/follow-scheme.js';
import { hasFocus, stuckIn } from './states/keyboard.js';
import { addPlayable, openRoot, setStage, type Stage } from './states/stage.js';

/** `E2E_FULL=1` looks at all on both devices in both appearances. Otherwise each state is looked at once, where and how the seed says. */
const isFull = Boolean(process.env.E2E_FULL);
const SEED = Number(process.env.AXE_SEED ?? Math.floor(Math.random() * 4));
const once = enoughIn('standalone', 'looks at pages, which are the same whatever serves them');

/** Each opens in its first appearance and is then switched to the other, as at dusk: both ways are walked. */
const devices = {
  desktop: { width: 1440, height: 900, schemes: ['light', 'dark'] },
  phone: { width: 390, height: 844, touch: true, schemes: ['dark', 'light'] },
} as const;

const isLookedAt = (device: string, index: number): boolean =>
  isFull || (index + SEED) % 2 === Object.keys(devices).indexOf(device);
const schemesOf = (device: keyof typeof devices, index: number): readonly Scheme[] => {
  const { schemes } = devices[device];
  return isFull
    ? schemes
    : schemes.filter((_, at) => (Math.floor(index / 2) + Math.floor(SEED / 2)) % 2 === at);
};

describe.runIf(once)('accessibility', () => {
  let browser: Browser;
  let stage: Stage;

  beforeAll(async () => {
    browser = await launchChromium();
    stage = await setStage(await sharedSkyshelf(), 'axel');
    const client = apiClient(stage.skyshelf.url, stage.token);
    await addPlayable(client);
    client.close();
  });
  afterAll(() => browser.close());

  describe.each(['desktop', 'phone'] as const)(
    'axe finds nothing serious on a %s, light and dark:',
    (device) => {
      let context: BrowserContext;

      beforeAll(async () => {
        context = await newPerson(browser, { ...devices[device], still: true, visits: playerHosts });
        await playAll(context);
      });
      afterAll(() => context.close());

      const lookedAt = <State>(all: Record<string, State>) =>
        Object.entries(all)
          .map(([state, show], index) => ({ state, show, index, schemes: schemesOf(device, index) }))
          .filter(({ index }) => isLookedAt(device, index));

      it.each(lookedAt(pageStates))('$state', async ({ state, show, schemes: [opened, ...others] }) => {
        const page = await asFreshPage(context);
        await page.emulateMedia({ colorScheme: opened });
        await show(page, stage);
        expect(await barriers(page, `${state}-${device}-${opened}`)).toEqual([]);
        for (const scheme of others) {
          await followScheme(page, scheme);
          expect(await barriers(page, `${state}-${device}-${scheme}`)).toEqual([]);
        }
      });

      describe('from an open folder', () => {
        let page: Page;

        beforeAll(async () => {
          page = await asFreshPage(context);
          await openRoot(page, stage);
        });
        afterEach(() => leave(page));

        it.each(lookedAt(openStates))('$state', async ({ state, show, schemes }) => {
          await show(page);
          for (const scheme of schemes) {
            await followScheme(page, scheme);
            expect(await barriers(page, `${state}-${device}-${scheme}`)).toEqual([]);
          }
          if (device === 'phone') return;
          expect(await stuckIn(page)).toEqual([]);
          await leave(page);
          // What has opened above the page gives the focus back.
          if (!(state in folders)) await expect.poll(() => hasFocus(page)).toBe(true);
        });
      });
    },
  );

  afterAll(() => console.info(`axe has looked at ${looked} states (seed ${SEED})`));
});

let looked = 0;

async function barriers(page: Page, picture: string): Promise<{ id: string; where: string[] }[]> {
  looked += 1;
  if (process.env.PAGES_TO) await page.screenshot({ path: `${process.env.PAGES_TO}/${picture}.png` });
  // In its other mode axe opens a page of its own for each result, which takes as long again as the look; it is for frames of others, which are not ours to mend.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  const { violations, passes } = await axe.analyze();
  expect(passes.length).toBeGreaterThan(5);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    }));
}
