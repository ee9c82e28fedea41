import { routes } from '@skyshelf/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShelf, type OpenShelf } from '../open-shelf.js';
import { enoughIn } from '../setup/only-in.js';

const once = enoughIn('standalone', 'decided in the page and in one service');

let shelf: OpenShelf;
beforeAll(async () => {
  const files = [{ name: 'plan.csv', type: 'text/csv', bytes: Buffer.from('Rome,Faro') }];
  shelf = await openShelf('rewinder', { files });
}, 120_000);
afterAll(() => shelf?.close());

it.runIf(once)(
  'looks into a deleted folder as it was, puts it back with its name, and undoes that',
  { timeout: 240_000 },
  async () => {
    const { client, page, errors } = shelf;
    const list = async (url: string) => {
      const { docs } = await client.call(routes.listFolder, { body: { url, defaultLinks: false } });
      return docs.map(({ linkname }) => linkname);
    };
    const obj = { linkname: 'Trips', linktype: 'folder' };
    const { docs: trips } = await client.call(routes.addElement, { body: { url: '/', obj } });
    const { docs: top } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
    const plan = top.find(({ linkname }) => linkname === 'plan.csv');
    const arr = [plan?._id ?? ''];
    await client.call(routes.pasteElements, { body: { url: '/Trips/', arr, action: 'cut' } });
    const renamed = { linkname: 'ruined.csv', linktag: [] };
    await client.call(routes.editElement, { body: { url: '/Trips/', id: arr[0] ?? '', obj: renamed } });
    await client.call(routes.deleteElements, { body: { url: '/', arr: [trips._id] } });

    await page.goto(`${shelf.skyshelf.url}/rewind`);
    await page
      .getByRole('button', { name: /‘plan.csv’ renamed to ‘ruined.csv’.* · API client/ })
      .press('Enter');
    await page.getByRole('button', { name: 'Open Trips' }).press('Enter');
    await page.getByText('In the trash now').waitFor();
    await page.getByRole('button', { name: 'Open plan.csv' }).press('Enter');
    await page.getByText('Faro').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().press('Enter');

    await page.getByRole('button', { name: 'Put this folder back to then' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Put this folder back to then' });
    await dialog.getByText('1 element restored from the trash').waitFor();
    await dialog.getByText('1 element renamed back').waitFor();
    if (process.env.PAGES_TO) await page.screenshot({ path: `${process.env.PAGES_TO}/rewind-plan.png` });
    await dialog.getByRole('button', { name: 'Put back' }).press('Enter');
    await expect.poll(() => list('/')).toEqual(['Trips']);
    await expect.poll(() => list('/Trips/')).toEqual(['plan.csv']);
    await page.locator('[data-messages]').getByRole('button', { name: 'Undo' }).press('Enter');
    await expect.poll(() => list('/')).toEqual([]);
    expect(errors).toEqual([]);
  },
);
