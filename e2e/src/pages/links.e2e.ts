import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, watchErrors } from '../browser.js';
import { openShelf, type OpenShelf } from '../open-shelf.js';
import { sampleImage } from '../sample-image.js';

describe('a link that shows', () => {
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
    visitor = await newPerson(shelf.browser, { width: 390, height: 844, touch: true });
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

  it('opens for someone without an account who knows the password', async () => {
    const errors = watchErrors(page);
    await page.goto(address);
    const password = page.getByLabel('Password');
    await password.fill('tart');
    await password.press('Enter');
    await page.getByText('This is not the password of this link.').waitFor();
    await password.fill('pastel');
    await password.press('Enter');
    await page.getByRole('heading', { name: 'A week in Lisbon' }).waitFor();
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

  it('is saved to the shelf of who is signed in, with its bytes', async () => {
    const own = shelf.page;
    await own.goto(address);
    await own.getByLabel('Password').fill('pastel');
    await own.getByLabel('Password').press('Enter');
    await own.getByRole('link', { name: 'Save to my shelf' }).click();
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
