import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { folderOnDisk, launchSkyshelf, type FolderOnDisk, type LaunchedSkyshelf } from '@skyshelf/testing';
import type { Browser, Page } from 'playwright';
import { percentile, type Figure } from './figures.js';
import { answeredMs, expectAnswer } from './web/answer-time.js';
import { beginNotes, launchBrowser, readNotes, signedIn, takeNotes } from './web/person.js';
import { figuresOf, type Reading } from './web/reading.js';

const FILES = Number(process.env.BENCH_WEB_FILES ?? 6000);
const FOLDERS = 40;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 1);
const PATIENCE_MS = 300_000;

/** A large folder is dropped onto the page, which is used while its files are sent; at the standard rates. */
export async function benchWebUploads(): Promise<Figure[]> {
  console.log('web-uploads …');
  const folder = folderOnDisk({ files: FILES, folders: FOLDERS });
  const skyshelf = await launchSkyshelf();
  const browser = await launchBrowser();
  try {
    const rounds: Reading[][] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push(await dropped(browser, skyshelf, folder, `dropper ${round}`));
    return figuresOf(rounds);
  } finally {
    await browser.close();
    await skyshelf.dispose();
    rmSync(dirname(folder.path), { recursive: true, force: true });
  }
}

async function dropped(
  browser: Browser,
  skyshelf: LaunchedSkyshelf,
  { path }: FolderOnDisk,
  user: string,
): Promise<Reading[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(takeNotes);
  await signedIn(page, skyshelf.url, await skyshelf.token(user));
  await page.getByText('Your shelf is ready').waitFor();
  await beginNotes(page);
  await expectAnswer(page, { event: 'drop', selector: 'section[aria-label="Uploads"] li + li' });
  const began = performance.now();
  await drop(page, path);
  const drawn = await answeredMs(page);
  await useUntilUploaded(page);
  const seconds = (performance.now() - began) / 1000;
  const { interactions, longTasks } = await readNotes(page);
  await context.close();
  const reading = (what: string, value: number, most: number, details = {}): Reading => ({
    name: `${FILES.toLocaleString('en-US')} files dropped: ${what}`,
    value,
    unit: 'ms',
    most,
    details,
  });
  return [
    reading('drawn', drawn, 300, { uploadedAfterS: Math.round(seconds) }),
    reading('longest task', Math.max(0, ...longTasks), 100, { over50: longTasks.length }),
    reading('INP (p98)', percentile(interactions, 0.98), 200, { interactions: interactions.length }),
  ];
}

async function drop(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 720, y: 540, data });
  await session.detach();
}

/** Selects, moves and looks around until all has arrived. @throws {Error} when it does not */
async function useUntilUploaded(page: Page): Promise<void> {
  const all = `${FILES.toLocaleString('en-US')} files uploaded`;
  const arrived = page.getByRole('region', { name: 'Uploads' }).getByText(all, { exact: true });
  await page.locator('[data-id]').first().waitFor();
  const until = performance.now() + PATIENCE_MS;
  while (!(await arrived.isVisible())) {
    if (performance.now() > until) throw new Error('the uploads did not end');
    await page.mouse.click(400, 430);
    for (const key of ['ArrowRight', 'Control+a', 'Escape', 'Home']) await page.keyboard.press(key);
    await page.mouse.click(1200, 700);
  }
}
