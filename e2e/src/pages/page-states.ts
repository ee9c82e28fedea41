import { routes } from '@skyshelf/contracts';
import { apiClient, type ApiClient, type RunningSkyshelf } from '@skyshelf/testing';
import type { Page } from 'playwright';
import { enter } from '../browser.js';
import { pkce } from '../setup/extension-token.js';
import {
  create,
  emptyFolder,
  isPhone,
  openFolder,
  openRoot,
  scrollTo,
  select,
  type Stage,
} from './states/stage.js';
import { surroundingStates } from './states/surrounding-states.js';

/** The states of the page that are looked at, and the way to each in a fresh browser. */
export const pageStates: Record<string, (page: Page, stage: Stage) => Promise<void>> = {
  intro: async (page, { skyshelf }) => {
    await page.goto(skyshelf.url);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
  'sign-in page of the local identity': async (page, { skyshelf }) => {
    await page.goto(`${skyshelf.url}/login`);
    await page.getByRole('heading', { name: 'Who is it?' }).waitFor();
  },
  updates: async (page, { skyshelf }) => {
    await page.goto(`${skyshelf.url}/updates`);
    await page.getByRole('main').getByRole('listitem').first().waitFor();
  },
  'a link that no longer confirms an address': async (page, { skyshelf }) => {
    await page.goto(`${skyshelf.url}/confirm-notices#guess`);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('heading', { name: 'This link is no longer good' }).waitFor();
  },
  'first day': async (page, { skyshelf }) => {
    await enter(page, skyshelf, await skyshelf.token('newcomer'));
    await page.getByText('Your shelf is ready').waitFor();
    await page.getByRole('option', { name: /^BBC News/ }).waitFor();
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  },
  trash: async (page, { skyshelf }) => {
    const token = await skyshelf.token('tidy');
    const client = apiClient(skyshelf.url, token);
    for (const linkname of ['Old plans', 'Receipts 2019']) {
      const body = { url: '/', obj: { linkname, linktype: 'folder' } };
      const { docs } = await client.call(routes.addElement, { body });
      await client.call(routes.deleteElements, { body: { url: '/', arr: [docs._id] } });
    }
    client.close();
    await enter(page, skyshelf, token);
    await page.goto(`${skyshelf.url}/trash`);
    await page.getByRole('checkbox', { name: 'Select Old plans' }).first().check();
  },
  rewind: async (page, { skyshelf }) => {
    const token = await skyshelf.token('regretful');
    const client = apiClient(skyshelf.url, token);
    for (const linkname of ['Old plans', 'Receipts 2019']) {
      const body = { url: '/', obj: { linkname, linktype: 'folder' } };
      const { docs } = await client.call(routes.addElement, { body });
      await client.call(routes.deleteElements, { body: { url: '/', arr: [docs._id] } });
    }
    client.close();
    await enter(page, skyshelf, token);
    await page.goto(`${skyshelf.url}/rewind`);
    await page
      .getByRole('button', { name: /‘Receipts 2019’ deleted/ })
      .first()
      .click();
    await page.getByText('In the trash now').first().waitFor();
  },
  'shared links': async (page, { skyshelf }) => {
    const token = await skyshelf.token('generous');
    const client = apiClient(skyshelf.url, token);
    const { docs: shared } = await client.call(routes.listShares, {});
    if (shared.length === 0) await shareLisbon(client);
    client.close();
    await enter(page, skyshelf, token);
    await page.goto(`${skyshelf.url}/links`);
    await page.getByRole('heading', { name: 'A week in Lisbon' }).first().waitFor();
  },
  'sending files by a link': async (page, { skyshelf }) => {
    await page.goto(skyshelf.url + (await askForFiles(skyshelf)));
    await page.getByRole('heading', { name: 'Files for the album' }).waitFor();
    await page.getByRole('button', { name: 'Choose files' }).click();
    await page.getByText('Enter your name first.').waitFor();
  },
  'empty folder': async (page, stage) => {
    await openFolder(page, stage, emptyFolder);
    await page.getByText('This folder is empty').waitFor();
  },
  'full folder': async (page, stage) => {
    await openRoot(page, stage);
  },
  'full folder as a list': async (page, stage) => {
    await openRoot(page, stage);
    await page
      .getByText('List', { exact: true })
      .or(page.getByLabel('List', { exact: true }))
      .first()
      .click();
    await page.locator('button[data-chosen="true"]').waitFor();
  },
  'folder without a network': async (page, stage) => {
    await openRoot(page, stage);
    await page.evaluate(() => {
      const ask = window.fetch;
      window.fetch = (...request) =>
        request[0] === '/favicon.svg' ? Promise.reject(new TypeError('away')) : ask(...request);
      dispatchEvent(new Event('offline'));
    });
    await page.getByText('This is what Skyshelf showed last').waitFor();
  },
  'create-folder dialog with an error': async (page, stage) => {
    await openRoot(page, stage);
    await page.keyboard.press('Escape');
    await create(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Folder name').fill('Travel');
    await dialog.getByLabel('Folder name').press('Enter');
    await dialog.getByText('Name already exist').waitFor();
  },
  'delete confirmation': async (page, stage) => {
    await openRoot(page, stage);
    await select(page, /^Travel/);
    await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
    await page.getByRole('alertdialog', { name: 'Are you sure?' }).waitFor();
  },
  'image window': async (page, stage) => {
    await openRoot(page, stage);
    const photo = page.getByRole('option', { name: /^Pine ridge/ });
    await scrollTo(page, photo);
    if (isPhone(page)) {
      await photo.tap();
      await page.getByRole('button', { name: 'Open', exact: true }).first().tap();
    } else await photo.dblclick();
    const picture = page.getByRole('img', { name: /Pine ridge/ }).first();
    await picture.waitFor();
    await picture.evaluate((image: HTMLImageElement) => image.decode());
  },
  'not-found page': async (page, stage) => {
    await openFolder(page, stage, 'No such folder');
    await page.getByRole('heading', { name: /not found/i }).waitFor();
  },
  'account page': async (page, stage) => {
    await openRoot(page, stage);
    await page.goto(`${stage.skyshelf.url}/account`);
    await page.getByRole('progressbar', { name: 'Storage' }).waitFor();
    await page.getByText('This session').waitFor();
  },
  'account page with a takeout': async (page, stage) => {
    await openRoot(page, stage);
    await page.goto(`${stage.skyshelf.url}/account`);
    const archives = page.getByRole('list', { name: 'Archives' });
    const begin = page.getByRole('button', { name: 'Download all my data' });
    await begin.or(archives).first().waitFor();
    if (await begin.isVisible()) await begin.click();
    await archives.waitFor();
    await archives.scrollIntoViewIfNeeded();
  },
  'side menu with the networks': async (page, { skyshelf }) => {
    await page.goto(`${skyshelf.url}/about`);
    await page.getByRole('button', { name: 'Site menu' }).first().click();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('group', { name: 'Share' }).waitFor();
  },
  pricing: async (page, { skyshelf }) => {
    await page.goto(`${skyshelf.url}/pricing`);
    await page.getByRole('article', { name: 'Deluxe' }).waitFor();
  },
  'pricing of an account': async (page, stage) => {
    await openRoot(page, stage);
    await page.goto(`${stage.skyshelf.url}/pricing`);
    await page.getByRole('article', { name: 'Deluxe' }).waitFor();
  },
  'connecting the extension': async (page, stage) => {
    await openRoot(page, stage);
    await page.goto(`${stage.skyshelf.url}/extension/connect?challenge=${pkce.challenge}`);
    await page.getByRole('button', { name: 'Connect this browser' }).waitFor();
  },
  'search results': async (page, stage) => {
    await openRoot(page, stage);
    await page.goto(`${stage.skyshelf.url}/result/?q=tr`);
    await page.getByRole('main').getByRole('listitem').first().waitFor();
  },
  'questions, all open': async (page, { skyshelf }) => {
    await page.goto(`${skyshelf.url}/faq`);
    await page.getByRole('button', { name: 'Expand All' }).click();
  },
  ...surroundingStates,
  ...Object.fromEntries(
    [
      'home',
      'about',
      'terms',
      'privacy',
      'cookie',
      'updates',
      'contact',
      'payed',
      'cancelled',
      'startup',
      'extension',
    ].map((path) => [
      `${path} page`,
      async (page: Page, { skyshelf }: Stage) => {
        await page.goto(`${skyshelf.url}/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        if (downloads.has(path) && (await isHandheld(page)))
          await page.getByText(/for (browsers on a computer|computers with Windows or macOS)/).waitFor();
      },
    ]),
  ),
};

/** Of what phones can't run, as the page says there. */
const downloads = new Set(['startup', 'extension']);
const isHandheld = (page: Page): Promise<boolean> =>
  page.evaluate(() => matchMedia('(hover: none) and (pointer: coarse)').matches);

async function shareLisbon(client: ApiClient): Promise<void> {
  const body = { url: '/', obj: { linkname: 'Lisbon', linktype: 'folder' } };
  const { docs } = await client.call(routes.addElement, { body });
  const ids = [docs._id];
  await client.call(routes.createShare, { body: { ids, title: 'A week in Lisbon', password: 'pastel' } });
  const receives = {
    maxFileBytes: 20 * 1024 * 1024,
    kinds: ['image' as const, 'video' as const],
    askName: true,
  };
  await client.call(routes.createShare, { body: { ids, title: 'Files for the album', receives } });
}

async function askForFiles(skyshelf: RunningSkyshelf): Promise<string> {
  const client = apiClient(skyshelf.url, await skyshelf.token('generous'));
  const links = () => client.call(routes.listShares, {});
  if ((await links()).docs.length === 0) await shareLisbon(client);
  const { docs } = await links();
  client.close();
  return docs.find(({ receives }) => receives)?.address ?? '';
}
