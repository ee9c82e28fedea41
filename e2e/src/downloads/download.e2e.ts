import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { productMode } from '@skyshelf/testing';
import { expect, it, onTestFinished } from 'vitest';
import { openShelf } from '../open-shelf.js';

it('a large file is saved under its name, from the object store where there is one, and the page stays', async () => {
  const name = '海 & 山.html';
  const bytes = randomBytes(9_000_000);
  const shelf = await openShelf('large-downloader', { files: [{ name, type: 'text/html', bytes }] });
  onTestFinished(() => shelf.close());
  const { skyshelf, page } = shelf;
  const before = page.url();
  await page.getByRole('option', { name }).click({ timeout: 90_000 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect((await readFile(await download.path())).equals(bytes)).toBe(true);
  expect([download.suggestedFilename(), page.url()]).toEqual([name, before]);
  const isOurs = new URL(download.url()).origin === new URL(skyshelf.url).origin;
  expect(isOurs).toBe(productMode() === 'standalone');
});
