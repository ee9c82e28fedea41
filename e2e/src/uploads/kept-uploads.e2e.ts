import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOnDisk, readFile, sha256Of, type ApiClient } from '@skyshelf/testing';
import type { BrowserContext, Page, Request } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { routes } from '@skyshelf/contracts';
import { openShelf } from '../open-shelf.js';
import { enoughIn } from '../setup/only-in.js';
import { isKept } from './is-kept.js';

/** Drops files or folders of this machine onto the page, as a desktop does. */
async function dropFromDesktop(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { width = 800, height = 600 } = page.viewportSize() ?? {};
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: width / 2, y: height * 0.6, data });
  const overlay = page.getByText(/^Drop to upload/);
  await page.evaluate(() => addEventListener('drop', () => (document.body.dataset.dropped = 'yes'), true));
  // The browser lets a drop go where the page's last word on it is not there yet: a person drags once more.
  await expect
    .poll(
      async () => {
        await send('dragEnter');
        await expect.poll(async () => (await send('dragOver'), overlay.isVisible())).toBe(true);
        await send('drop');
        await overlay.waitFor({ state: 'detached' });
        return page.evaluate(() => document.body.dataset.dropped);
      },
      { timeout: 120_000 },
    )
    .toBe('yes');
  await session.detach();
}

/** SHA-256 of each file of a drive, by its path; a path that is there twice fails. */
async function sumsOfDrive(client: ApiClient): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  const open = ['/'];
  for (let url = open.pop(); url !== undefined; url = open.pop()) {
    const { docs } = await client.call(routes.listFolder, { body: { url, defaultLinks: false } });
    for (const { linkname, linktype, linkurl } of docs) {
      const path = `${url}${linkname}`;
      if (linktype === 'folder') open.push(`${path}/`);
      else if (sums.has(path.slice(1))) throw new Error(`${path} is there twice`);
      else if (linkurl) sums.set(path.slice(1), sha256Of(await readFile(client, linkurl)));
    }
  }
  return sums;
}

const MIB = 1024 * 1024;
/** A campaign asks for more: UPLOAD_FILES=6000 UPLOAD_ROUNDS=20. */
const FILES = Number(process.env.UPLOAD_FILES ?? 150);
const ROUNDS = Number(process.env.UPLOAD_ROUNDS ?? 3);
const timeout = 300_000 + FILES * 100 + ROUNDS * 30_000;
/** Bytes a second that leave the browser, so that something is under way when it is cut off. */
const SLOW = 400_000;

const CARRIES_BYTES = /\/api\/upload\/(bundle|bytes|parts\/[^/]+\/\d+)|X-Amz-Signature=/u;

/** How many requests with bytes a page has open. */
function watchBytes(context: BrowserContext): () => number {
  const open = new Set<Request>();
  context.on('request', (request) => {
    if (request.method() === 'PUT' && CARRIES_BYTES.test(request.url())) open.add(request);
  });
  context.on('requestfinished', (request) => void open.delete(request));
  context.on('requestfailed', (request) => void open.delete(request));
  context.on('page', (page) => page.on('close', () => open.clear()));
  return () => open.size;
}

/** Makes a page's line slow, and cuts it. */
async function lineOf(page: Page): Promise<Line> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const slow = { latency: 20, downloadThroughput: -1, uploadThroughput: SLOW };
  const become = async (conditions: typeof slow & { offline: boolean }): Promise<void> =>
    void (await session.send('Network.emulateNetworkConditions', conditions));
  const line: Line = {
    cut: (offline) => become({ ...slow, offline }),
    makeFast: () => become({ ...slow, uploadThroughput: -1, offline: false }),
  };
  await line.cut(false);
  return line;
}

interface Line {
  cut(offline: boolean): Promise<void>;
  makeFast(): Promise<void>;
}

describe.runIf(
  enoughIn('standalone', 'the queue lives in the page; chaos cuts the connections of a cluster'),
)('uploads that are cut off', () => {
  it('of a dropped folder all arrive, each once, whatever happens to the page', { timeout }, async () => {
    const folder = folderOnDisk({ files: FILES, folders: Math.ceil(FILES / 30), large: 20 * MIB });
    // Names that become one when they are cleaned or compared.
    const alike = { C: 'C', 'C#': 'C (2)', 'C++': 'C (3)', Photos: 'Photos', photos: 'photos (2)' };
    for (const [name, kept] of Object.entries(alike)) {
      mkdirSync(join(folder.path, name));
      writeFileSync(join(folder.path, name, 'same.bin'), name);
      folder.sums.set(`${folder.name}/${kept}/same.bin`, sha256Of(Buffer.from(name)));
    }
    let bytesUnderWay = (): number => 0;
    const shelf = await openShelf('wanderer', {
      prepare: async (each) => {
        bytesUnderWay = watchBytes(each);
      },
    });
    onTestFinished(() => shelf.close());
    const { skyshelf, client, context } = shelf;
    let { page } = shelf;
    await page.getByText('Your shelf is ready').waitFor();
    let line = await lineOf(page);
    await dropFromDesktop(page, [folder.path]);
    const began = performance.now();
    const said = (what: string): void => {
      if (process.env.FIGURES)
        process.stdout.write(`${Math.round((performance.now() - began) / 1000)} s: ${what}\n`);
    };
    const dock = (): ReturnType<Page['getByRole']> => page.getByRole('region', { name: 'Uploads' });
    await dock().waitFor({ timeout: 120_000 });
    const renamed = page.getByText(/^3 folders were renamed: /);
    expect((await renamed.first().textContent())?.match(/[^ ]+ to [^ ]+ \(\d\)/g)?.toSorted()).toEqual([
      'C# to C (2)',
      'C++ to C (3)',
      'photos to photos (2)',
    ]);
    await expect.poll(() => isKept(page), { timeout: 120_000 }).toBe(true);

    for (let round = 0; round < ROUNDS; round += 1) {
      await expect.poll(() => bytesUnderWay(), { timeout: 60_000 }).toBeGreaterThanOrEqual(4);
      if (round % 3 === 0) await page.reload();
      if (round % 3 === 1) {
        await page.close({ runBeforeUnload: false });
        page = await context.newPage();
        line = await lineOf(page);
        await page.goto(`${skyshelf.url}/allfiles/`);
      }
      if (round % 3 === 2) {
        await line.cut(true);
        await expect.poll(() => bytesUnderWay(), { timeout: 30_000 }).toBe(0);
        await line.cut(false);
      }
      await dock().waitFor({ timeout: 60_000 });
      said(`round ${round + 1} of ${ROUNDS}`);
    }
    await line.makeFast();

    await expect
      .poll(
        () =>
          dock()
            .getByText(/^[\d,]+ files? uploaded$/u)
            .isVisible(),
        { timeout },
      )
      .toBe(true);
    said('all have arrived');
    const sums = await sumsOfDrive(client);
    expect(sums.size).toBe(folder.sums.size);
    expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(folder.sums));
  });
});
