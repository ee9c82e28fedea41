import type { LaunchedSkyshelf } from '@skyshelf/testing';
import type { Browser, Page } from 'playwright';
import type { Figure } from './figures.js';
import { findingFigures } from './web/finding-figures.js';
import { folderFigures } from './web/folder-figures.js';
import { manyLinks } from './web/many-links.js';
import { manyPhotos } from './web/many-photos.js';
import { launchBrowser, savingData, signedIn, takeNotes } from './web/person.js';
import { figuresOf, type Reading } from './web/reading.js';
import { fillWebShelf } from './web/web-shelf.js';

const ITEMS = Number(process.env.BENCH_WEB_ITEMS ?? 10_000);
const FOLDERS = 6;
const LINKS = Number(process.env.BENCH_WEB_LINKS ?? 100_000);
/** A figure that one compares with another is the median of three. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 1);
/** No step takes that long, on a slow machine either. */
const PATIENCE_MS = 60_000;

/** The page with folders of 1,000, 10,000 and 100,000 elements in real Chromium: what a user waits for. */
export async function benchWeb(skyshelf: LaunchedSkyshelf, mongoUri: string): Promise<Figure[]> {
  const began = performance.now();
  const said = (what: string) =>
    console.log(`  ${((performance.now() - began) / 1000).toFixed(0)} s: ${what}`);
  const counts = { items: ITEMS, thousands: FOLDERS, links: LINKS };
  const { token } = await fillWebShelf(skyshelf, mongoUri, counts, said);
  const browser = await launchBrowser();
  const open = (saves = false) => openPage(browser, skyshelf, token, saves);
  try {
    const rounds: Reading[][] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      rounds.push(await measured(open, said));
      said(`round ${round} of ${ROUNDS}`);
    }
    return figuresOf(rounds);
  } finally {
    await browser.close();
  }
}

type OpenPage = (saves?: boolean) => Promise<Page>;

/** Each part in browsers of its own, so that none finds what another has left. */
async function measured(open: OpenPage, said: (what: string) => void): Promise<Reading[]> {
  const parts: [string, () => Promise<Reading[]>][] = [
    ['folders', async () => using([await open(true), await open()], foldersOf)],
    ['finding', async () => using([await open()], ([page]) => findingFigures(page))],
    ['links', async () => using([await open(true)], ([page]) => manyLinks(page, LINKS))],
    ['photos', async () => using([await open()], ([page]) => manyPhotos(page, ITEMS))],
  ];
  const readings: Reading[] = [];
  for (const [name, part] of parts) {
    const some = await part();
    readings.push(...some);
    said(`${name}: ${some.map(({ value, unit }) => `${Number(value.toFixed(3))} ${unit}`).join(', ')}`);
  }
  return readings;
}

const foldersOf = ([saving, plain]: [Page, Page]): Promise<Reading[]> =>
  folderFigures({ saving, plain }, FOLDERS);

async function using<Pages extends Page[]>(
  pages: [...Pages],
  part: (pages: [...Pages]) => Promise<Reading[]>,
): Promise<Reading[]> {
  try {
    return await part(pages);
  } finally {
    for (const page of pages) await page.context().close();
  }
}

async function openPage(
  browser: Browser,
  skyshelf: LaunchedSkyshelf,
  token: string,
  saves: boolean,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.addInitScript(takeNotes);
  if (saves) await page.addInitScript(savingData);
  await signedIn(page, skyshelf.url, token);
  await page.locator('[data-id]').first().waitFor();
  return page;
}
