/**
 * Makes docs/screens: every page and state of the running product, on three devices, light and dark; on a
 * tablet light alone, as only its width is its own. The picture of the README is one of them. `npm run
 * campaign -- screens`, or with words that a state's name must hold one of: `npm run campaign -- screens
 * menu`. SCREENS_TO names another folder.
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { apiClient, launchSkyshelf } from '@skyshelf/testing';
import type { BrowserContext, Page } from 'playwright';
import sharp from 'sharp';
import { launchChromium, newPerson, type Appearance } from '../browser.js';
import { unlimitedRates } from '../unlimited-rates.js';
import { asFreshPage } from './fresh-page.js';
import { pageStates } from './page-states.js';
import { openPostcard, uploadPostcard } from './postcard.js';
import { followScheme, type Scheme } from './states/follow-scheme.js';
import { playAll, playerHosts } from '../windows/player-stand-ins.js';
import { leave, openStates, windows, type OpenState } from './states/open-states.js';
import { addPlayable, openRoot, setStage, type Stage } from './states/stage.js';

const folder = resolve(process.env.SCREENS_TO ?? join(import.meta.dirname, '../../../docs/screens'));
const MOST_BYTES = 8 * 1024 * 1024;
const QUALITY = 68;
const words = process.argv.slice(2);

const devices: Record<string, Appearance> = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180, touch: true },
  phone: { width: 390, height: 844, touch: true },
};
const schemesOf = (device: string): readonly Scheme[] =>
  device === 'tablet' ? ['light'] : ['light', 'dark'];

const isWanted = (state: string): boolean =>
  words.length === 0 || words.some((word) => state.toLowerCase().includes(word.toLowerCase()));

const browser = await launchChromium();
const skyshelf = await launchSkyshelf({
  env: { ...unlimitedRates, ADMIN_SUBS: 'local|admin' },
  readyWithinMs: 200_000,
});
const missed: string[] = [];
try {
  if (words.length === 0) rmSync(folder, { recursive: true, force: true });
  const stage = await setStage(skyshelf, 'alice');
  const playable = await setStage(skyshelf, 'bob');
  await fillForWindows(playable);
  for (const [device, appearance] of Object.entries(devices)) {
    mkdirSync(join(folder, device), { recursive: true });
    await shootPages(device, appearance, stage);
    const states = Object.entries(openStates).filter(([state]) => isWanted(state));
    const others = states.filter(([state]) => !(state in windows));
    await shootStates(device, appearance, stage, others);
    await shootStates(
      device,
      appearance,
      playable,
      states.filter(([state]) => state in windows),
    );
  }
  await uploadPostcard(skyshelf, stage.token);
  if (isWanted('file manager with a window')) await shootPostcard(stage);
} finally {
  await browser.close();
  await skyshelf.dispose();
}
report();

async function fillForWindows({ skyshelf: { url }, token }: Stage): Promise<void> {
  const client = apiClient(url, token);
  await addPlayable(client);
  client.close();
}

async function shootPages(device: string, appearance: Appearance, stage: Stage): Promise<void> {
  const pages = Object.entries(pageStates).filter(([state]) => isWanted(state));
  await inContext(appearance, async (context) => {
    for (const [state, show] of pages) {
      const page = await asFreshPage(context);
      await trying(`${device}: ${state}`, async () => {
        await show(page, stage);
        await shoot(page, device, state);
      });
    }
  });
}

async function shootStates(
  device: string,
  appearance: Appearance,
  stage: Stage,
  states: readonly [string, OpenState][],
): Promise<void> {
  if (states.length === 0) return;
  await inContext(appearance, async (context) => {
    const page = await context.newPage();
    await openRoot(page, stage);
    for (const [state, show] of states) {
      const isThere = await trying(`${device}: ${state}`, async () => {
        await show(page);
        await shoot(page, device, state);
        await leave(page);
      });
      if (!isThere) await openRoot(page, stage);
    }
  });
}

async function shootPostcard(stage: Stage): Promise<void> {
  await inContext(devices.desktop ?? {}, async (context) => {
    const page = await context.newPage();
    await openRoot(page, stage);
    await page.getByText('Waiting').first().waitFor({ state: 'detached' });
    await openPostcard(page);
    await shoot(page, 'desktop', 'file manager with a window');
  });
}

async function inContext(
  appearance: Appearance,
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await newPerson(browser, { ...appearance, visits: playerHosts });
  await playAll(context);
  context.setDefaultTimeout(15_000);
  await use(context);
  await context.close();
}

/** A state that a device does not have, or that was not reached, is named at the end; the others go on. */
async function trying(name: string, reach: () => Promise<void>): Promise<boolean> {
  try {
    await reach();
    return true;
  } catch (error) {
    missed.push(`${name}: ${String(error).split('\n')[0]}`);
    return false;
  }
}

async function shoot(page: Page, device: string, state: string): Promise<void> {
  for (const scheme of schemesOf(device)) {
    await followScheme(page, scheme);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
    const file = `${state.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')}-${scheme}.webp`;
    const picture = await sharp(await page.screenshot())
      .webp({ quality: QUALITY, effort: 6, smartSubsample: true })
      .toBuffer();
    writeFileSync(join(folder, device, file), picture);
  }
}

/** A page that leads to the pictures: a line for each state. */
function writeIndex(files: readonly string[]): void {
  const linked = (state: string): string =>
    Object.keys(devices)
      .flatMap((device) =>
        schemesOf(device).map((scheme) => ({ device, scheme, file: `${device}/${state}-${scheme}.webp` })),
      )
      .filter(({ file }) => files.includes(file))
      .map(({ device, scheme, file }) => `[${device}, ${scheme}](${file})`)
      .join(' · ');
  const states = [...new Set(files.map((file) => file.replace(/^[^/]+\/(.+)-(?:light|dark)\.webp$/u, '$1')))];
  const rows = states.toSorted().map((state) => `| ${state.replaceAll('-', ' ')} | ${linked(state)} |`);
  const head = [
    '# Every page and state',
    '',
    'Made by `npm run campaign -- screens`.',
    '',
    '| State | Pictures |',
    '|---|---|',
  ];
  writeFileSync(join(folder, 'README.md'), `${[...head, ...rows].join('\n')}\n`);
}

function report(): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.webp'),
  );
  writeIndex(files);
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  console.log(`${files.length} pictures, ${(bytes / 1024 / 1024).toFixed(1)} MB, in ${folder}`);
  for (const each of missed) console.log(`not reached: ${each}`);
  if (bytes > MOST_BYTES || missed.length > 0) process.exitCode = 1;
}
