import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiClient, eventually, sha256Of, uploadFile, type RunningSkyshelf } from '@skyshelf/testing';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { drawImage, sampleImages } from '../pages/sample-images.js';
import { onlyIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { jpxPicture, scannedPdf } from '../windows/scanned-pdf.js';
import { bytesOf, unplayedFilms } from '../windows/unplayed-films.js';
import {
  appears,
  button,
  centreOf,
  click,
  dropAt,
  field,
  fill,
  goes,
  hasFirefox,
  launchFirefox,
  press,
  says,
  tileOf,
} from './firefox-person.js';

const once = onlyIn('standalone', 'looks at pages, which are the same whatever serves them');
/** A run of its own: `npm run campaign -- firefox`. */
const isWanted = process.env.E2E_FIREFOX === '1';

/** The same page in another engine, step by step as one user. */
describe.runIf(once && isWanted && hasFirefox)('in Firefox a user', { timeout: 120_000 }, () => {
  let skyshelf: RunningSkyshelf;
  let browser: Browser;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-firefox-'));
  const notes = Buffer.from('ferry,price\nNorth,12\n');

  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    const client = apiClient(skyshelf.url, await skyshelf.token('fox'));
    const [image] = Object.values(sampleImages);
    if (!image) throw new Error('There is no sample image.');
    const film = unplayedFilms.find(({ name }) => name === 'mpeg4.avi');
    if (!film) throw new Error('There is no such film.');
    for (const [name, type, bytes] of [
      ['photo.jpg', 'image/jpeg', await drawImage(image)],
      ['page.pdf', 'application/pdf', scannedPdf('JPXDecode', await jpxPicture())],
      [film.name, film.type, await bytesOf({ ...film, size: '640x360' }, 20)],
    ] as const)
      await uploadFile(client, { name, type, bytes });
    client.close();
    browser = await launchFirefox({
      'browser.download.folderList': 2,
      'browser.download.dir': folder,
      'browser.download.alwaysOpenPanel': false,
    });
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const atTop = async (): Promise<void> => {
    await page.goto(`${skyshelf.url}/allfiles/`);
    await appears(page, tileOf('photo.jpg'));
  };

  it('signs in', async () => {
    await page.goto(skyshelf.url);
    await click(page, 'header ::-p-text(Log In)');
    await fill(page, 'input[name="name"], input[type="text"]', 'fox');
    await press(page, 'Enter');
    await appears(page, tileOf('photo.jpg'));
  });

  it('makes a folder', async () => {
    await click(page, button('Create folder'));
    await fill(page, field('Folder name'), 'Lisbon');
    await press(page, 'Enter');
    await appears(page, tileOf('Lisbon'));
  });

  it('uploads a file', async () => {
    const path = join(folder, 'ferries.csv');
    writeFileSync(path, notes);
    await click(page, button('Upload'));
    const input = await page.waitForSelector('[role="dialog"] input[type="file"]:not([webkitdirectory])');
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
    await appears(page, tileOf('ferries.csv'));
    rmSync(path);
  });

  it('adds a link', async () => {
    await click(page, button('Add'));
    await fill(page, field('URL'), 'https://example.com/tides');
    await fill(page, field('Name'), 'Tides');
    await press(page, 'Enter');
    await appears(page, tileOf('Tides'));
  });

  it('renames in place', async () => {
    await click(page, tileOf('Tides'));
    await press(page, 'F2');
    await appears(page, '[aria-label="New name of Tides"]');
    await press(page, 'Control', 'a');
    await page.keyboard.type('Tide tables');
    await press(page, 'Enter');
    await appears(page, tileOf('Tide tables'));
  });

  it('gives a tag', async () => {
    await click(page, tileOf('Tide tables'));
    await click(page, button('Edit'));
    await appears(page, '[role="dialog"]');
    await fill(page, field('Tags'), 'sea,');
    await click(page, button('Save'));
    await says(page, 'Edited successfully');
    await goes(page, '[role="dialog"]');
  });

  it('cuts and pastes by keys', async () => {
    await click(page, tileOf('Tide tables'));
    await press(page, 'Control', 'x');
    await click(page, tileOf('Lisbon'), 2);
    await appears(page, '::-p-text(This folder is empty)');
    await press(page, 'Control', 'v');
    await appears(page, tileOf('Tide tables'));
  });

  it('drags onto a folder', async () => {
    await atTop();
    const from = await centreOf(page, tileOf('ferries.csv'));
    const to = await centreOf(page, tileOf('Lisbon'));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 12 });
    // Driven, Firefox begins a drag of its own and moves it, but never drops.
    await dropAt(page, to);
    await page.mouse.up();
    await goes(page, tileOf('ferries.csv'));
    await page.goto(`${skyshelf.url}/allfiles/Lisbon/`);
    await appears(page, tileOf('ferries.csv'));
  });

  it('deletes, and undoes it', async () => {
    await click(page, tileOf('ferries.csv'));
    await press(page, 'Delete');
    await click(page, button('Yes'));
    await goes(page, tileOf('ferries.csv'));
    await says(page, 'Deleted successfully');
    await press(page, 'Control', 'z');
    await appears(page, tileOf('ferries.csv'));
  });

  it('downloads it with the same bytes', async () => {
    await click(page, tileOf('ferries.csv'));
    await click(page, button('Download'));
    // It is there empty first.
    const came = (): string => sha256Of(readFileSync(join(folder, 'ferries.csv')));
    await eventually(() => came() === sha256Of(notes), { timeoutMs: 20_000, intervalMs: 100 });
    // The page is where it was. The driver counts the download as a way to another page that does not end: no
    // `goto` from here on.
    await press(page, 'Escape');
    await click(page, 'nav a[href="/allfiles/"]');
    await appears(page, tileOf('photo.jpg'));
  });

  it('looks at a picture', async () => {
    await click(page, tileOf('photo.jpg'), 2);
    await appears(page, '[role="dialog"] img[data-loaded="true"]');
    await press(page, 'Escape');
    await goes(page, '[role="dialog"]');
  });

  it('reads a PDF', async () => {
    await click(page, tileOf('page.pdf'), 2);
    await appears(page, '[role="dialog"] canvas[data-drawn="1"]');
    await press(page, 'Escape');
    await goes(page, '[role="dialog"]');
  });

  it('watches a film while it is converted', async () => {
    await click(page, tileOf('mpeg4.avi'), 2);
    await page.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('[role="dialog"] video')?.currentTime ?? 0) > 0.5,
      { timeout: 60_000 },
    );
    await press(page, 'Escape');
  });
});
