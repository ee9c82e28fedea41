import { launchSkyshelf, type LaunchedSkyshelf } from '@skyshelf/testing';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, newPerson, signIn, watchErrors } from '../browser.js';
import { drop } from '../drop-file.js';
import { sampleImage } from '../sample-image.js';
import { enoughIn } from '../setup/only-in.js';

const once = enoughIn(
  'standalone',
  'after-a-crash starts a cluster again on its data, conversions plays there',
);

describe.runIf(once)('the first day with Skyshelf', () => {
  let skyshelf: LaunchedSkyshelf;
  let browser: Browser;

  beforeAll(async () => {
    skyshelf = await launchSkyshelf();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await skyshelf.dispose();
  });

  it('signs in, makes a folder, drops a photo, sees its thumbnail, adds a link, renames, and finds all again after a crash [F6.1 F6.2 F8.5 F8.6 F2.14]', async () => {
    const context = await newPerson(browser);
    const page = await context.newPage();
    const errors = watchErrors(page);
    await signIn(page, skyshelf.url, 'alice');

    await page.getByRole('button', { name: 'Create folder' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Summer');
    await page.getByRole('dialog').getByLabel('Name').press('Enter');
    const folder = page.getByRole('option', { name: /Summer/ });
    await folder.waitFor();
    await folder.dblclick();
    await page.waitForURL('**/allfiles/Summer/');

    await page.getByText('This folder is empty').waitFor();
    await drop(page, 'beach.jpg', 'image/jpeg', await sampleImage(1600, 1200, 'jpeg'));
    const photo = page.getByRole('option', { name: /beach\.jpg/ });
    await photo.waitFor();
    const picture = photo.locator('img[src*="/files/Cloud/"]');
    await picture.waitFor({ timeout: 15_000 });
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(100);

    await page
      .getByRole('button', { name: 'Add', exact: true })
      .or(page.getByRole('button', { name: 'Add link' }))
      .first()
      .click();
    await page.getByRole('dialog').getByLabel('Name').fill('Tides');
    await page.getByRole('dialog').getByLabel(/URL/i).fill('example.com/tides');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /save|add/i })
      .click();
    await page.getByRole('option', { name: /Tides/ }).waitFor();

    await page.goto(`${skyshelf.url}/allfiles/`);
    await page.getByRole('option', { name: /Summer/ }).click();
    await page.keyboard.press('F2');
    await page.getByLabel('New name of Summer').fill('Summer at the sea');
    await page.getByLabel('New name of Summer').press('Enter');
    await page.getByRole('option', { name: /Summer at the sea/ }).waitFor();
    // A new name shows at once; it is kept when the server has said so.
    await page.getByText('Edited successfully').first().waitFor();
    expect(errors).toEqual([]);

    await skyshelf.kill();
    await skyshelf.restart();
    await page.goto(`${skyshelf.url}/allfiles/Summer%20at%20the%20sea/`);
    await page.getByRole('option', { name: /Tides/ }).waitFor();
    const again = page.getByRole('option', { name: /beach\.jpg/ }).locator('img[src*="/files/Cloud/"]');
    await again.waitFor();
    expect(
      await again.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(100);
    await context.close();
  });
});
