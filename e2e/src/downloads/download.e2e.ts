import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { apiClient, productMode, uploadFile } from '@skyshelf/testing';
import { expect, it } from 'vitest';
import { enter, launchChromium, newPerson } from '../browser.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';

it('a large file is saved under its name, from the object store where there is one, and the page stays', async () => {
  const skyshelf = await sharedSkyshelf();
  const token = await skyshelf.token('large-downloader');
  const client = apiClient(skyshelf.url, token);
  const name = '海 & 山.html';
  const bytes = randomBytes(9_000_000);
  await uploadFile(client, { name, type: 'text/html', bytes });
  client.close();
  const browser = await launchChromium();
  try {
    const page = await (await newPerson(browser)).newPage();
    await enter(page, skyshelf, token);
    const shelf = page.url();
    await page.getByRole('option', { name }).click({ timeout: 90_000 });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect((await readFile(await download.path())).equals(bytes)).toBe(true);
    expect([download.suggestedFilename(), page.url()]).toEqual([name, shelf]);
    const isOurs = new URL(download.url()).origin === new URL(skyshelf.url).origin;
    expect(isOurs).toBe(productMode() === 'standalone');
  } finally {
    await browser.close();
  }
});
