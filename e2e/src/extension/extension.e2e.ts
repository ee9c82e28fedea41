import { routes } from '@skyshelf/contracts';
import { apiClient, type RunningSkyshelf } from '@skyshelf/testing';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter } from '../browser.js';
import { enoughIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { LoadedExtension } from './loaded-extension.js';

const once = enoughIn('standalone', 'what the extension asks of a server is the same there');
const tides = 'https://tides.example/today';

describe.runIf(once)('the extension in Chromium', () => {
  let skyshelf: RunningSkyshelf;
  let extension: LoadedExtension;
  let token: string;
  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    [token, extension] = await Promise.all([
      skyshelf.token('elena'),
      LoadedExtension.of(skyshelf.url, 'chrome'),
    ]);
  });
  afterAll(() => extension?.close());

  const connect = async (popup: Page): Promise<Page> => {
    await popup.getByRole('heading', { name: 'Connect this browser' }).waitFor();
    const opened = extension.opened();
    await popup.getByRole('button', { name: 'Connect' }).click();
    const page = await opened;
    const again = extension.opened();
    await page.getByRole('button', { name: 'Connect this browser' }).click();
    await page.getByRole('heading', { name: 'This browser is connected' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#connected');
    await page.close();
    return again;
  };

  it('connects, saves what was kept meanwhile, tells of duplicates, and asks again once its session is ended [S2.75 S2.76]', async () => {
    const client = apiClient(skyshelf.url, token);
    const folder = { linkname: 'Travel', linktype: 'folder' };
    await client.call(routes.addElement, { body: { url: '/', obj: folder } });
    await client.call(routes.addElement, {
      body: { url: '/Travel/', obj: { linkname: 'Japan', linktype: 'folder' } },
    });
    const page = await extension.context.newPage();
    await enter(page, skyshelf, token);

    const first = await extension.click({ menuItemId: 'page', pageUrl: tides }, 'High tides');
    const form = await connect(first);
    expect(await form.getByLabel('Name').inputValue()).toBe('High tides');
    await form.getByRole('treeitem', { name: 'Travel' }).click();
    await form.getByRole('treeitem', { name: 'Japan' }).waitFor();
    await form.keyboard.press('ArrowRight');
    expect(await form.getByRole('treeitem', { selected: true }).textContent()).toBe('Japan');
    await form.getByLabel('Tags', { exact: true }).fill('sea');
    await form.keyboard.press('Enter');
    await form.getByLabel('Tags', { exact: true }).fill('moon');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('‘High tides’ is in Travel / Japan.').waitFor();
    const open = form.getByRole('link', { name: 'Open the folder' });
    expect(await open.getAttribute('href')).toBe(`${skyshelf.url}/allfiles/Travel/Japan/`);
    const { docs } = await client.call(routes.listFolder, { body: { url: '/Travel/Japan/' } });
    expect(docs).toMatchObject([{ linkname: 'High tides', linkurl: tides, linktag: ['sea', 'moon'] }]);

    const second = await extension.click({ menuItemId: 'link', linkUrl: tides });
    await second.getByRole('treeitem', { name: 'Japan', selected: true }).waitFor();
    await second.getByLabel('Name').fill('high TIDES');
    await second.getByRole('button', { name: 'Save' }).click();
    await second.getByRole('alert').filter({ hasText: 'Name already exist' }).waitFor();
    await second.getByLabel('Name').fill('Tides again');
    await second.keyboard.press('Enter');
    await second.getByText('The same address is already in Travel / Japan, as ‘High tides’.').waitFor();

    await page.goto(`${skyshelf.url}/account`);
    await page.getByRole('button', { name: /Extension, Chrome on Linux/ }).click();
    await page.getByText('The session was ended.').waitFor();
    const third = await extension.click({ menuItemId: 'image', srcUrl: 'https://tides.example/bay.jpg' });
    await third.getByText('This browser is not connected any more.').waitFor();
    await third.getByText('What you wanted to save is kept meanwhile.').waitFor();
    expect(await (await connect(third)).getByLabel('Name').inputValue()).toBe('bay.jpg');
    client.close();
  });
});
