import { routes } from '@skyshelf/contracts';
import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openShelf } from '../open-shelf.js';
import { enoughIn } from '../setup/only-in.js';

const once = enoughIn('standalone', 'what is kept, and shown, is decided in the browser');

/** Reads the data that the browser keeps for use without a network. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    const folders = await new Promise<number>((resolve) => {
      const opening = indexedDB.open('skyshelf-offline', 1);
      opening.addEventListener('upgradeneeded', () => {
        for (const name of ['listings', 'sizes']) opening.result.createObjectStore(name);
      });
      opening.addEventListener('success', () => {
        const count = opening.result.transaction('listings').objectStore('listings').count();
        count.addEventListener('success', () => resolve(count.result));
        opening.result.close();
      });
    });
    return { paths, folders, workers: (await navigator.serviceWorker.getRegistrations()).length };
  });

describe.runIf(once)('without a network', { timeout: 120_000 }, () => {
  it('shows the folders as they were last, changes nothing, and leaves nothing behind a log-out [S2.90 S2.91 S2.92]', async () => {
    const lisbon = { url: '/Trips/', linkname: 'Lisbon', linktype: 'folder' };
    const shelf = await openShelf('traveller', {
      worker: true,
      elements: [{ linkname: 'Trips', linktype: 'folder' }, lisbon],
    });
    onTestFinished(() => shelf.close());
    const { skyshelf, client, context, page } = shelf;
    const option = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) });
    await option('Trips').dblclick();
    await option('Lisbon').waitFor();
    await expect.poll(() => kept(page), { timeout: 30_000 }).toMatchObject({ folders: 2, workers: 1 });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const { paths } = await kept(page);
    expect(paths).toContain('/');
    for (const path of paths)
      expect(path).toMatch(/^\/(assets\/[^/]+|favicon\.svg|manifest\.webmanifest)?$/u);

    await context.setOffline(true);
    await page.goto(`${skyshelf.url}/allfiles/`);
    await page.getByText('You are offline. This is what Skyshelf showed last.').waitFor();
    await option('Trips').dblclick();
    await option('Lisbon').click();
    for (const name of ['Upload', 'Delete', 'Edit'])
      expect(
        await page.getByRole('button', { name, exact: true }).first().getAttribute('aria-disabled'),
      ).toBe('true');
    const obj = { linkname: 'Porto', linktype: 'folder' };
    await client.call(routes.addElement, { body: { url: '/Trips/', obj } });

    await context.setOffline(false);
    await option('Porto').waitFor();
    await page.getByText('You are offline').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Profile menu' }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await page.waitForURL(`${skyshelf.url}/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await kept(page)).toEqual({ paths: [], folders: 0, workers: 0 });
  });
});
