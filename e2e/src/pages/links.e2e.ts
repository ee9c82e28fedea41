import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, watchErrors } from '../browser.js';
import { openShelf, type OpenShelf } from '../open-shelf.js';
import { sampleImage } from '../sample-image.js';
import { enoughIn } from '../setup/only-in.js';
import { isKept } from '../uploads/is-kept.js';
import { focusIs, reach } from './states/keyboard.js';

const shown = enoughIn('standalone', 'scopes.e2e.ts looks at what links show in a cluster');

describe.runIf(shown)('a link that shows', () => {
  let shelf: OpenShelf;
  let visitor: BrowserContext;
  let page: Page;
  let address = '';
  beforeAll(async () => {
    const bytes = await sampleImage(640, 480);
    const image = (name: string) => ({ url: '/Lisbon', name, type: 'image/png', bytes });
    shelf = await openShelf('linnea', {
      elements: [{ linkname: 'Lisbon', linktype: 'folder' }],
      files: ['Tram.png', 'Tower.png'].map(image),
    });
    visitor = await newPerson(shelf.browser, { width: 390, height: 844, touch: true, dark: true });
    page = await visitor.newPage();
  });
  afterAll(async () => {
    await visitor?.close();
    await shelf?.close();
  });

  it('is made for what is selected, with a password', async () => {
    const own = shelf.page;
    await own.getByRole('option', { name: /^Lisbon/ }).click();
    await own.getByRole('toolbar').getByRole('button', { name: 'Share' }).first().click();
    const dialog = own.getByRole('dialog', { name: 'Share “Lisbon”' });
    await dialog.getByLabel('Title').fill('A week in Lisbon');
    await dialog.getByLabel('Password', { exact: true }).fill('pastel');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    address = await dialog.getByLabel('Address of the link').inputValue();
    expect(address).toMatch(/\/s\/[\w-]{22}$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  it('opens on a phone of someone without an account who knows the password', async () => {
    const errors = watchErrors(page);
    const asked: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && asked.push(request.url())));
    await page.goto(address);
    const password = page.getByLabel('Password');
    await password.fill('tart');
    await password.press('Enter');
    await page.getByText('This is not the password of this link.').waitFor();
    await password.fill('pastel');
    await password.press('Enter');
    await page.getByRole('heading', { name: 'A week in Lisbon' }).waitFor();
    await page.getByRole('button', { name: 'Tower.png' }).waitFor();
    // The page, the wrong password, the right one, whose answer has the link's only folder.
    expect(asked).toHaveLength(3);
    await page.getByRole('button', { name: 'Tower.png' }).click();
    const viewer = page.getByRole('dialog', { name: /Tower\.png/ });
    await viewer.locator('img[data-loaded="true"]').waitFor();
    expect(await visitor.cookies()).toHaveLength(1);
    await viewer.getByRole('button', { name: 'Close' }).click();
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(errors.filter((message) => !message.includes('403'))).toEqual([]);
  });

  it('gives all of it as one archive', async () => {
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download all' }).click(),
    ]);
    const bytes = readFileSync(await archive.path());
    for (const name of ['Tram.png', 'Tower.png']) expect(bytes.includes(name)).toBe(true);
  });

  it('is seen and saved by the keyboard alone, to the shelf of who is signed in', async () => {
    const own = shelf.page;
    await own.goto(address);
    await own.locator('input[type="password"]:focus').waitFor();
    await own.keyboard.type('pastel');
    await own.keyboard.press('Enter');
    await own.getByRole('heading', { name: 'A week in Lisbon' }).waitFor();
    await reach(own, 'button', 'Tower.png');
    await own.keyboard.press('Enter');
    await own
      .getByRole('dialog', { name: /Tower\.png/ })
      .locator('img[data-loaded="true"]')
      .waitFor();
    await own.keyboard.press('Escape');
    await focusIs(own, 'button', 'Tower.png');
    await reach(own, 'link', 'Save to my shelf');
    await own.keyboard.press('Enter');
    await own.getByRole('button', { name: 'Save' }).click();
    await own.getByRole('option', { name: /^A week in Lisbon/ }).dblclick();
    await own.getByRole('option', { name: /^Lisbon/ }).dblclick();
    await own.getByRole('option', { name: /^Tower\.png/ }).dblclick();
    const viewer = own.getByRole('dialog', { name: /Tower\.png/ });
    await viewer.locator('img[data-loaded="true"]').waitFor();
  });

  it('shows nothing any more once its owner ends it', async () => {
    const own = shelf.page;
    await own.goto(`${shelf.skyshelf.url}/links`);
    const link = own.getByRole('listitem').filter({ hasText: 'A week in Lisbon' });
    await link.getByText('Opened 2 times · 2 downloads').waitFor();
    await link.getByRole('button', { name: 'End' }).click();
    await own.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
    await own.getByText('You share nothing by a link.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Nothing is shown here' }).waitFor();
  });
});

const once = enoughIn('standalone', 'drops.e2e.ts sends by links in a cluster');

describe.runIf(once)('a link that receives', () => {
  let shelf: OpenShelf;
  let sender: BrowserContext;
  let page: Page;
  /** It goes after some seconds. */
  let told: Promise<void>;
  let address = '';
  const trip = join(mkdtempSync(join(tmpdir(), 'sent-')), 'Trip');
  const names = Array.from({ length: 12 }, (_, index) => `Tram ${index + 1}.md`);
  beforeAll(async () => {
    mkdirSync(join(trip, 'Belém'), { recursive: true });
    for (const name of names) writeFileSync(join(trip, name), name);
    writeFileSync(join(trip, 'Belém', 'Tower.bin'), Buffer.alloc(9 * 1024 * 1024));
    writeFileSync(join(trip, 'Belém', 'Film.bin'), Buffer.alloc(11 * 1024 * 1024));
    shelf = await openShelf('renata', { elements: [{ linkname: 'Lisbon', linktype: 'folder' }] });
    sender = await newPerson(shelf.browser);
    page = await sender.newPage();
  });
  afterAll(async () => {
    rmSync(join(trip, '..'), { recursive: true });
    await sender?.close();
    await shelf?.close();
  });
  const isClean = async () => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  };
  const sendFolder = () => page.getByLabel('Choose a folder').last().setInputFiles(trip);

  it('is made for a folder', async () => {
    const own = shelf.page;
    await own.getByRole('option', { name: /^Lisbon/ }).click({ button: 'right' });
    await own.getByRole('menuitem', { name: 'Ask for files' }).click();
    const dialog = own.getByRole('dialog', { name: 'Ask for files into “Lisbon”' });
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Files for renata');
    await dialog.getByLabel('Largest file, MB').fill('10');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    address = await dialog.getByLabel('Address of the link').inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await own.getByRole('option', { name: /^Lisbon/ }).dblclick();
    await own.getByText('This folder is empty').waitFor();
  });

  it('takes a folder from someone without an account, over a reload', async () => {
    const errors = watchErrors(page);
    await page.goto(address);
    await page.getByRole('heading', { name: 'Files for renata' }).waitFor();
    await page.getByText('Up to 10 MB a file').waitFor();
    await isClean();
    await reach(page, 'button', 'Choose files');
    await page.keyboard.press('Enter');
    await page.getByText('Enter your name first.').waitFor();
    await focusIs(page, 'textbox', 'Your name');
    await page.keyboard.type('Inês');
    await page.route('**/api/upload/bytes', () => undefined);
    await reach(page, 'button', 'Choose a folder');
    await sendFolder();
    await page.getByText(/^Uploading \d+ files$/).waitFor();
    await isClean();
    await expect.poll(() => isKept(page), { timeout: 60_000 }).toBe(true);
    await page.unrouteAll();
    told = shelf.page.getByText('13 files for you in Lisbon').waitFor({ timeout: 120_000 });
    await page.reload();
    await page.getByText('13 files have arrived. Thank you!').waitFor();
    const other = await sender.newPage();
    await other.goto(address);
    await other.getByText('Trip/Belém/Tower.bin').waitFor();
    await other.close();
    await page.getByRole('region', { name: 'Uploads' }).getByText(/10 MB/).waitFor();
    await isClean();
    expect(errors).toEqual([]);
  });

  it('shows its owner at once what came, and from whom', async () => {
    const own = shelf.page;
    await told;
    await own.getByRole('option', { name: /^Trip/ }).dblclick();
    await own.getByRole('option', { name: /^Tram 12/ }).waitFor();
    await own.getByRole('option', { name: /^Belém/ }).waitFor();
    await own.getByRole('button', { name: 'Tags' }).click();
    await own.getByText('Inês').waitFor();
  });

  it('goes on with what was begun after a pause', async () => {
    const own = shelf.page;
    await own.goto(`${shelf.skyshelf.url}/links`);
    const link = own.getByRole('listitem').filter({ hasText: 'Files for renata' });
    await link.getByText(/^13 files came/).waitFor();
    await page.route('**/api/upload/bytes', () => undefined);
    await sendFolder();
    await page.getByText(/^Uploading \d+ files$/).waitFor();
    await expect.poll(() => isKept(page), { timeout: 60_000 }).toBe(true);
    await link.getByRole('button', { name: 'Pause' }).click();
    await link.getByText('Paused').waitFor();
    await page.unrouteAll();
    await page.reload();
    await page.getByRole('heading', { name: 'Nothing is shown here' }).waitFor();
    await link.getByRole('button', { name: 'Open again' }).click();
    await link.getByRole('button', { name: 'Pause' }).waitFor();
    await page.reload();
    await page.getByText('26 files have arrived. Thank you!').waitFor({ timeout: 120_000 });
  });

  it('takes nothing any more once its owner ends it', async () => {
    const own = shelf.page;
    const link = own.getByRole('listitem').filter({ hasText: 'Files for renata' });
    await link.getByRole('button', { name: 'End' }).click();
    await own.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
    await own.getByText('You share nothing by a link.').waitFor();
    await sendFolder();
    await page.getByRole('heading', { name: 'This link takes no files now' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Nothing is shown here' }).waitFor();
  });
});
