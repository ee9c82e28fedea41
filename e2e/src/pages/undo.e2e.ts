import { routes, type ElementView } from '@skyshelf/contracts';
import { eventually, seeded, type ApiClient } from '@skyshelf/testing';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, launchChromium } from '../browser.js';
import { openShelf, type OpenShelf } from '../open-shelf.js';
import { enoughIn } from '../setup/only-in.js';
import { commands, remove, said, select } from './undone-commands.js';

/** The number of random commands and their undoing, in a campaign. */
const PAIRS = Number(process.env.UNDO_PAIRS ?? 0);
/** It is more than one transaction takes. */
const LARGE = 400;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, 120_000);
afterAll(() => browser.close());

/** A person with some elements, and their page. */
async function person(name: string): Promise<OpenShelf> {
  const site = { linktype: 'website', linkurl: 'https://example.com/' };
  const shelf = await openShelf(name, {
    browser,
    elements: [
      { linkname: 'Lisbon', linktype: 'folder' },
      { linkname: 'Rome', linktype: 'folder', linktag: ['sun'] },
      { ...site, linkname: 'Map', linktag: ['a'] },
      { ...site, url: '/Rome/', linkname: 'Forum' },
    ],
    files: [{ name: 'costs.csv', type: 'text/csv', bytes: Buffer.from('a,b\n1,2\n') }],
    prepare: (_, client) => client.call(routes.changeSettings, { body: { obj: { defaultLinks: false } } }),
  });
  const { page } = shelf;
  await page.locator('[data-id][aria-label^="Map"]').waitFor();
  // Later it comes from the browser's cache.
  const excerpt = page.locator('[data-id][aria-label^="costs"] img[src*="excerpt"]');
  await excerpt.waitFor({ timeout: 60_000 });
  await expect
    .poll(() => excerpt.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  return shelf;
}

/** Lists the elements with their paths, tags and sizes. */
async function picture(client: ApiClient): Promise<unknown> {
  const seen: unknown[] = [];
  const walk = async (url: string): Promise<void> => {
    const { docs } = await client.call(routes.listFolder, { body: { url, defaultLinks: false } });
    for (const { linkname, linktag, linkurl, path, size } of docs.toSorted(byName)) {
      seen.push({ linkname, linktag, linkurl, path, size });
    }
    for (const { linktype, path, linkname } of docs.toSorted(byName))
      if (linktype === 'folder') await walk(`${path}${linkname}/`);
  };
  await walk('/');
  // What was undone may lie in the trash, or in a history.
  const { kept: _, history: __, ...result } = (await client.call(routes.usage, { body: {} })).result;
  return { seen, result };
}
const byName = (a: ElementView, b: ElementView): number => (a.linkname < b.linkname ? -1 : 1);

const dismiss = async (page: Page): Promise<void> => {
  const buttons = page.locator('[data-messages]').getByRole('button', { name: 'Dismiss this message' });
  // A message may go by itself before it is clicked.
  while ((await buttons.count()) > 0)
    await buttons
      .first()
      .click({ timeout: 1000 })
      .catch(() => undefined);
};
const undo = async (page: Page): Promise<void> => {
  await dismiss(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await said(page, 'Undone');
  await dismiss(page);
};

const once = enoughIn('standalone', 'decided in the page and in one service');

describe.runIf(once)('Ctrl+Z', { timeout: 240_000 }, () => {
  it('undoes each command, also several in a row: names, places, tags, bytes and usage are as before', async () => {
    const { client, page, errors } = await person('undoer');
    const before = await picture(client);
    for (const { name, act } of commands) {
      await act(page);
      expect(await picture(client), name).not.toEqual(before);
      await undo(page);
      expect(await picture(client), name).toEqual(before);
    }
    await commands[0]?.act(page);
    await dismiss(page);
    await commands[2]?.act(page);
    for (let count = 0; count < 2; count += 1) await undo(page);
    expect(await picture(client)).toEqual(before);
    // A picture that is asked for while its file is taken back is not there any more.
    const meant = /\b404\b.*excerpt\.webp$/;
    expect(errors.filter((error) => !meant.test(error)).join('\n')).toBe('');
  });

  it.runIf(PAIRS > 0)(`undoes ${PAIRS} commands by chance`, async () => {
    const { client, page } = await person('gambler');
    const before = await picture(client);
    const next = seeded(7);
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const command = commands[Math.floor(next() * commands.length)];
      await command?.act(page);
      await undo(page);
      expect(await picture(client), `${pair}: ${command?.name}`).toEqual(before);
    }
  });

  it(`brings back a folder of ${LARGE}, seen by a second tab too`, async () => {
    const { client, page, token, skyshelf } = await person('keeper');
    await client.call(routes.addElement, {
      body: { url: '/', obj: { linkname: 'Large', linktype: 'folder' } },
    });
    for (let list = 0; list < LARGE / 50; list += 1) {
      const obj = Array.from({ length: 50 }, (_, n) => ({
        linkname: `${n}`,
        linktype: 'youtube',
        linkurl: `https://youtu.be/${String(n).padStart(11, '0')}`,
      }));
      await client.call(routes.addPlaylist, { body: { url: '/Large/', name: `List ${list}`, obj } });
    }
    const second = await page.context().newPage();
    await enter(second, skyshelf, token);
    const large = (tab: Page) => tab.locator('[data-id][aria-label^="Large"]');
    await large(page).waitFor();
    await large(second).waitFor();
    const before = await picture(client);
    await select(page, 'Large');
    await remove(page);
    await large(second).waitFor({ state: 'detached' });
    await page.locator('[data-messages]').getByRole('button', { name: 'Undo: Deleted successfully' }).click();
    await said(page, 'Undone');
    await large(page).waitFor();
    await large(second).waitFor();
    expect(await picture(client)).toEqual(before);
  });

  it('is refused with a message when things have changed since', async () => {
    const { client, page } = await person('late');
    const idOf = async (name: string): Promise<string> => {
      const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
      return docs.find(({ linkname }) => linkname === name)?._id ?? '';
    };
    await commands[0]?.act(page);
    await client.call(routes.addElement, {
      body: { url: '/Porto/', obj: { linkname: 'New', linktype: 'folder' } },
    });
    await dismiss(page);
    await page.keyboard.press('Control+z');
    await said(page, 'This cannot be undone: it has been changed since.');
    await dismiss(page);
    await commands[3]?.act(page);
    const body = { url: '/', id: await idOf('expenses.csv'), obj: { linkname: 'other' } };
    await client.call(routes.editElement, { body });
    await eventually(async () => (await idOf('other.csv')) !== '');
    await dismiss(page);
    await page.keyboard.press('Control+z');
    await said(page, 'This cannot be undone: it has been changed since.');
    expect(await idOf('other.csv')).not.toBe('');
    await page.goto(new URL('/allfiles/Porto/', page.url()).href);
    await page.locator('[data-id][aria-label^="New"]').waitFor();
  });
});
