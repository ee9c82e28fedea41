import { routes } from '@skyshelf/contracts';
import { eventually, uploadFile, type ApiClient, type RunningSkyshelf } from '@skyshelf/testing';
import type { Locator, Page } from 'playwright';
import { enter } from '../../browser.js';
import { sound, webFilm } from '../../windows/sample-media.js';
import { jpxPicture, scannedPdf } from '../../windows/scanned-pdf.js';
import { seedDrive } from '../seeded-drive.js';

/** The running product and a user with a full drive and an empty folder in it. */
export interface Stage {
  skyshelf: RunningSkyshelf;
  token: string;
}

export const emptyFolder = 'Family';

/** @param person a new user, whose drive is filled */
export async function setStage(skyshelf: RunningSkyshelf, person: string): Promise<Stage> {
  const token = await skyshelf.token(person);
  await seedDrive(skyshelf, token);
  return { skyshelf, token };
}

const feed = `<rss version="2.0"><channel><title>Updates</title><item><title>Tides</title>
  <link>https://news.example/1</link><description>High water at noon.</description></item></channel></rss>`;

const players = [
  { linkname: 'Waves', linktype: 'vimeo', linkurl: 'https://vimeo.com/78' },
  { linkname: 'Harbour', linktype: 'youtube', linkurl: 'https://youtu.be/CCCCCCCCCCC' },
  { linkname: 'Dance', linktype: 'tiktok', linkurl: 'https://www.tiktok.com/@u/video/71' },
];

/** A file for each viewer but that of pictures, and a video of each provider. */
export async function addPlayable(client: ApiClient): Promise<void> {
  for (const [name, type, bytes] of [
    ['tone.mp3', 'audio/mpeg', await sound('sine=frequency=900')],
    ['walk.webm', 'video/webm', await webFilm()],
    ['page.pdf', 'application/pdf', scannedPdf('JPXDecode', await jpxPicture())],
    ['notes.md', 'text/markdown', Buffer.from('# Notes')],
    ['tides.csv', 'text/csv', Buffer.from('Day,Height\n1,4.2\n2,4.5\n')],
    ['tides.ts', 'text/plain', Buffer.from('export const highWater = [4.2, 4.5];\n')],
    ['updates.rss', 'application/rss+xml', Buffer.from(feed)],
  ] as const)
    await uploadFile(client, { name, type, bytes });
  for (const obj of players) await client.call(routes.addElement, { body: { url: '/', obj } });
}

/** Rows far below are not in the page until one comes near them. */
export async function scrollTo(page: Page, element: Locator): Promise<void> {
  await eventually(
    async () => {
      // The page may still be on its way back to its top: then it is drawn no more.
      if ((await element.count()) > 0 && (await comesIntoView(element))) return true;
      await page.evaluate(() => window.scrollBy(0, window.innerHeight / 2));
      return false;
    },
    { intervalMs: 50 },
  );
}

const comesIntoView = (element: Locator): Promise<boolean> =>
  element.scrollIntoViewIfNeeded({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );

export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 992;

export async function openRoot(page: Page, { skyshelf, token }: Stage): Promise<void> {
  await enter(page, skyshelf, token);
  await page.getByRole('option', { name: /^Travel/ }).waitFor();
  await page.locator('[role="option"] img[src*="/files/Cloud/"]').first().waitFor();
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
}

export async function openFolder(page: Page, { skyshelf, token }: Stage, name: string): Promise<void> {
  await enter(page, skyshelf, token);
  await page.goto(`${skyshelf.url}/allfiles/${encodeURIComponent(name)}/`);
}

export async function select(page: Page, name: RegExp): Promise<void> {
  const element = page.getByRole('option', { name });
  if (isPhone(page)) await element.tap();
  else await element.click();
}

export async function create(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Add', exact: true }).tap();
  const creating = page
    .getByRole('menuitem', { name: 'Create folder' })
    .or(page.getByRole('button', { name: 'Create folder' }))
    .first();
  await creating.click();
}
