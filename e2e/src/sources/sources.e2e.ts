import { limits, routes } from '@skyshelf/contracts';
import { apiClient, eventually, launchSkyshelf, readFile, type LaunchedSkyshelf } from '@skyshelf/testing';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, executablePath } from '../browser.js';
import { watchOutsideWorld } from '../outside-world.js';
import { enoughIn } from '../setup/only-in.js';
import { bring } from './bring.js';
import { holiday, routedTo, startStandIns, type StandIns } from './stand-ins.js';

const FREE_PLAN = limits.freePlanBytes;

const once = enoughIn('standalone', 'chaos brings files by Companion in a cluster, and kills it');

describe.runIf(once)('files from elsewhere', () => {
  let standIns: StandIns;
  let skyshelf: LaunchedSkyshelf;
  let browser: Browser;
  beforeAll(async () => {
    standIns = await startStandIns();
    [skyshelf, browser] = await Promise.all([
      launchSkyshelf({
        env: {
          DROPBOX_KEY: 'key-of-our-app',
          DROPBOX_SECRET: 'secret-of-our-app',
          STORAGE_ANNOUNCE_SECONDS: '3',
          ...routedTo(standIns.ports),
          NODE_EXTRA_CA_CERTS: standIns.certificate,
        },
      }),
      chromium.launch({
        executablePath,
        args: [
          '--disable-gpu',
          '--no-sandbox',
          `--host-resolver-rules=MAP www.dropbox.com 127.0.0.1:${standIns.ports['www.dropbox.com']}`,
        ],
      }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await skyshelf?.dispose();
    standIns?.stop();
  });

  async function openPage(name: string): Promise<{ page: Page; token: string }> {
    const token = await skyshelf.token(name);
    const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce' });
    watchOutsideWorld(context, { visits: ['www.dropbox.com'] });
    const page = await context.newPage();
    const client = apiClient(skyshelf.url, token);
    const isOn = async () =>
      (await client.call(routes.listSources)).sources.filter(({ on }) => on).map(({ name }) => name);
    // The process behind them may still be starting.
    await expect.poll(isOn, { timeout: 60_000 }).toEqual(['url', 'dropbox']);
    client.close();
    await enter(page, skyshelf, token);
    await page.getByText('Your shelf is ready').waitFor();
    return { page, token };
  }

  async function listing(token: string) {
    const client = apiClient(skyshelf.url, token);
    const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
    const usage = await client.call(routes.usage, { body: {} });
    client.close();
    return { docs, available: usage.result.available };
  }

  async function bytesOf(linkurl: string | null | undefined, token: string): Promise<Buffer> {
    const client = apiClient(skyshelf.url, token);
    return readFile(client, linkurl).finally(() => client.close());
  }

  it('come from Dropbox by the dialog of the page, after a sign-in there in a window of its own', async () => {
    const { page, token } = await openPage('dorothea');
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
    await page.getByRole('tab', { name: 'Dropbox' }).click();
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Connect to Dropbox' }).click();
    const dropbox = await popup;
    await dropbox.getByRole('link', { name: 'Allow' }).click();
    await page.getByText('Holiday.bin').click();
    await expect.poll(() => dropbox.isClosed()).toBe(true);
    await page.getByRole('button', { name: 'Upload 1', exact: true }).click();
    await page.getByRole('option', { name: /^Holiday.bin/u }).waitFor({ timeout: 30_000 });
    const found = await eventually(
      async () => (await listing(token)).docs.find(({ linkname }) => linkname === 'Holiday.bin') ?? false,
    );
    expect(found).toMatchObject({ source: 'dropbox', modified: '2026-01-01T00:00:00.000Z' });
    expect(await bytesOf(found.linkurl, token)).toEqual(holiday);
    expect(standIns.asked).toContain('POST /2/files/download');
    const names = (await page.context().cookies(skyshelf.url)).map(({ name }) => name);
    expect(names).toEqual(['skyshelf']);
    await page.context().close();
  });

  it('come from an address by the dialog of the page, which says what is wrong with it', async () => {
    const { page, token } = await openPage('ursula');
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
    await page.getByRole('tab', { name: 'URL' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload files' });
    const typed = dialog.getByLabel('Address of the file');
    for (const [address, words] of [
      ['http://10.0.0.1/a.bin', 'Invalid URL'],
      ['javascript:alert(1)', 'Invalid URL'],
      ['http://files.example/missing.bin', 'The server at this address answers 404, not with a file.'],
      ['http://files.example/page', 'This address leads to a page, not to a file.'],
    ] as const) {
      await typed.fill(address);
      await typed.press('Enter');
      await dialog.getByText(words).waitFor();
      expect(await typed.inputValue()).toBe(address);
    }
    await typed.fill('http://files.example/holiday.bin');
    await typed.press('Enter');
    await page.getByRole('option', { name: /^holiday.bin/u }).waitFor({ timeout: 30_000 });
    await dialog.waitFor({ state: 'detached' });
    const [found] = (await listing(token)).docs;
    expect(found?.source).toBe('url');
    expect(await bytesOf(found?.linkurl, token)).toEqual(holiday);
    await page.context().close();
  });

  it('come from an address, also where no one knows how long they are', async () => {
    const token = await skyshelf.token('ulla');
    for (const name of ['holiday.bin', 'unknown-length.bin'])
      expect(await bring(skyshelf, token, `http://files.example/${name}`)).toBeNull();
    // No page claims them: storage announces them after a while.
    const brought = await eventually(
      async () => {
        const { docs } = await listing(token);
        const found = docs.filter(({ source }) => source === 'url');
        return found.length === 2 && found;
      },
      { timeoutMs: 30_000 },
    );
    expect((await listing(token)).available).toBe(FREE_PLAN - 2 * holiday.length);
    for (const { linkurl } of brought) expect(await bytesOf(linkurl, token)).toEqual(holiday);
  });

  it.each([
    ['http://files.example/page', 'This address leads to a page, not to a file.'],
    ['http://files.example/huge.mp4', 'A file can have at most 500 MB.'],
    ['http://files.example/inwards', 'Invalid URL'],
    ['http://127.0.0.1/a.bin', 'Invalid URL'],
    ['http://files.example:8080/a.bin', 'Invalid URL'],
    ['http://user@files.example/a.bin', 'Invalid URL'],
    ['http://files.example/missing.bin', 'The server at this address answers 404, not with a file.'],
  ])('are refused in words: %s', async (url, words) => {
    const headers = {
      authorization: `Bearer ${await skyshelf.token('rita')}`,
      'content-type': 'application/json',
    };
    for (const call of ['meta', 'get']) {
      const answer = await fetch(`${skyshelf.url}/companion/url/${call}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ url, headers: { 'Import-Grant': 'leave' } }),
      });
      expect(answer.status).toBeLessThan(500);
      expect(await answer.json()).toMatchObject({ message: words, error: { message: words } });
    }
  });

  it('are refused in words when only their bytes show what they are, and leave their room free', async () => {
    const token = await skyshelf.token('lara');
    const isPage = 'This address leads to a page, not to a file.';
    const allFree = async () => {
      await expect.poll(async () => (await listing(token)).available, { timeout: 30_000 }).toBe(FREE_PLAN);
    };
    expect(await bring(skyshelf, token, 'http://files.example/photo.jpg')).toBe(isPage);
    await allFree();
    expect(await bring(skyshelf, token, 'http://files.example/endless.bin')).toBe('Not enough disk space.');
    await allFree();
    const broken = 'The server at this address broke off before the end of the file.';
    expect(await bring(skyshelf, token, 'http://files.example/broken.bin')).toBe(broken);
    await allFree();
    expect(await bring(skyshelf, token, 'http://files.example/unknown-length.bin')).toBeNull();
  });
});
