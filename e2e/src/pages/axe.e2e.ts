import { AxeBuilder } from '@axe-core/playwright';
import { apiClient } from '@skyshelf/testing';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, newPerson } from '../browser.js';
import { enoughIn } from '../setup/only-in.js';
import { sampleOf, sampleSeed } from '../setup/sample.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { playAll, playerHosts } from '../windows/player-stand-ins.js';
import { asFreshPage } from './fresh-page.js';
import { pageStates } from './page-states.js';
import { folders, leave, openStates } from './states/open-states.js';
import { followScheme, type Scheme } from './states/follow-scheme.js';
import { hasFocus, stuckIn } from './states/keyboard.js';
import { addPlayable, openRoot, setStage, type Stage } from './states/stage.js';

const once = enoughIn('standalone', 'looks at pages, which are the same whatever serves them');

/** Each opens in its first appearance and is then switched to the other, as at dusk: both ways are walked. */
const devices = {
  desktop: { width: 1440, height: 900, schemes: ['light', 'dark'] },
  phone: { width: 390, height: 844, touch: true, schemes: ['dark', 'light'] },
} as const;

type Device = keyof typeof devices;

/** A state opens in the first of several appearances. */
interface Look<Show> {
  device: Device;
  state: string;
  show: Show;
  schemes: readonly Scheme[];
}

/** A run looks at an eighth of the states, each once; `E2E_FULL=1` at all, on both devices in both appearances. */
function looksOf<Show>(states: Record<string, Show>): Look<Show>[] {
  const all = Object.entries(states);
  const names = Object.keys(devices) as Device[];
  if (process.env.E2E_FULL)
    return all.flatMap(([state, show]) =>
      names.map((device) => ({ device, state, show, schemes: devices[device].schemes })),
    );
  const ways = names.flatMap((device) => devices[device].schemes.map((scheme) => ({ device, scheme })));
  return all.flatMap(([state, show], index) => {
    // Of thirty-two neighbouring states a run looks at four, each on another device or in another appearance.
    const turned = Array.from({ length: 32 }, (_, at) => ways[(at + index) % 32]);
    return sampleOf(turned, 32).flatMap((way) =>
      way ? [{ ...way, state, show, schemes: [way.scheme] }] : [],
    );
  });
}

const pageLooks = looksOf(pageStates);
const openLooks = looksOf(openStates);

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
    `axe finds nothing serious on a %s, light and dark (${sampleSeed}):`,
    (device) => {
      let context: BrowserContext;

      beforeAll(async () => {
        context = await newPerson(browser, { ...devices[device], visits: playerHosts });
        await playAll(context);
      });
      afterAll(() => context.close());

      const ofDevice = (look: { device: Device }): boolean => look.device === device;

      it.each(pageLooks.filter(ofDevice))('$state', async ({ state, show, schemes: [opened, ...others] }) => {
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

        it.each(openLooks.filter(ofDevice))('$state', async ({ state, show, schemes }) => {
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

  afterAll(() => console.info(`axe has looked at ${looked} states (${sampleSeed})`));
});

let looked = 0;

async function barriers(page: Page, picture: string): Promise<{ id: string; where: string[] }[]> {
  looked += 1;
  if (process.env.PAGES_TO) await page.screenshot({ path: `${process.env.PAGES_TO}/${picture}.png` });
  // In its other mode axe opens a page of its own for each result, which takes as long again as the look; it
  // is for frames of others, which are not ours to mend.
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
