import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@skyshelf/contracts';
import { apiClient, eventually, uploadFile, type ApiClient, type RunningSkyshelf } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { hasFirefox, launchFirefox } from './firefox-person.js';

const once = onlyIn('standalone', 'what a file holds is the same there');
const isWanted = process.env.E2E_FIREFOX === '1';

const links = [
  { linkname: 'Tides & <moons>', linkurl: 'https://tides.example/today?at=1&b=2', linktag: ['sea', 'moon'] },
  { linkname: 'Höhe 潮 📎', linkurl: 'https://höhe.example/潮', linktag: [] },
];

describe.runIf(once && isWanted && hasFirefox)('bookmarks of Firefox', { timeout: 180_000 }, () => {
  let skyshelf: RunningSkyshelf;
  let writer: ApiClient;
  let reader: ApiClient;
  const profile = mkdtempSync(join(tmpdir(), 'skyshelf-firefox-bookmarks-'));
  const file = join(profile, 'bookmarks.html');

  /** Its database is locked while it runs, but its bytes can be looked through. */
  const isRead = (): boolean =>
    ['places.sqlite', 'places.sqlite-wal']
      .map((name) => join(profile, name))
      .some((path) => existsSync(path) && readFileSync(path).includes('tides.example/today'));

  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    writer = apiClient(skyshelf.url, await skyshelf.token('wanja'));
    reader = apiClient(skyshelf.url, await skyshelf.token('rena'));
  });
  afterAll(() => {
    writer?.close();
    reader?.close();
    rmSync(profile, { recursive: true, force: true });
  });

  it('Firefox reads the file that we write, and we read the one that it writes then', async () => {
    await writer.call(routes.addElement, {
      body: { url: '/', obj: { linkname: 'Seaside', linktype: 'folder' } },
    });
    for (const link of links)
      await writer.call(routes.addElement, {
        body: { url: '/Seaside/', obj: { ...link, linktype: 'website' } },
      });
    const written = (await writer.send(routes.exportBookmarks, {})).bytes;
    writeFileSync(file, written);

    const browser = await launchFirefox(
      {
        'browser.places.importBookmarksHTML': true,
        'browser.bookmarks.autoExportHTML': true,
        // What drives browsers switches the reading off.
        'browser.bookmarks.testing.skipDefaultBookmarksImport': false,
      },
      { profile },
    );
    await eventually(isRead, { timeoutMs: 60_000 });
    await browser.close();
    await eventually(() => !readFileSync(file).equals(written), { timeoutMs: 60_000 });
    expect(readFileSync(file, 'utf8')).toContain('This is an automatically generated file');

    const { _id } = await uploadFile(reader, {
      name: 'bookmarks.html',
      type: 'text/html',
      bytes: readFileSync(file),
    });
    const begun = await reader.call(routes.importBookmarks, { body: { url: '/', file: _id, discard: true } });
    const query = { process: begun.process };
    await eventually(async () => (await reader.call(routes.importedBookmarks, { query })).state === 'done', {
      timeoutMs: 30_000,
    });
    const inSeaside = async (client: ApiClient) => {
      const { docs } = await client.call(routes.searchElements, { body: { tag: 'sea' } });
      const found = await client.call(routes.searchElements, { body: { text: 'Höhe' } });
      return [...docs, ...found.docs].map(({ linkname, linkurl, linktag, path }) => ({
        // Firefox writes tags by the alphabet and addresses in ASCII.
        linkname,
        linkurl: new URL(linkurl ?? '').href,
        linktag: linktag.toSorted(),
        isInSeaside: path.endsWith('/Seaside/'),
      }));
    };
    const kept = await inSeaside(writer);
    expect(kept).toHaveLength(links.length);
    expect(await inSeaside(reader)).toEqual(kept);
  });
});
