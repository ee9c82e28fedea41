import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { ElementView } from '@skyshelf/contracts';
import { eventOf, eventually, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveFor } from '../testing/drive-for.js';
import { manyLinks, manyPhotos } from '../testing/facts.js';
import { runCatalog, type RunningCatalog } from '../testing/running-catalog.js';

let database: TestDatabase;
let catalog: RunningCatalog;
beforeAll(async () => {
  database = await testDatabase('catalog');
  catalog = await runCatalog(database);
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

type Listing = { docs: ElementView[]; folderId: string; version: number };

describe('a shelf', () => {
  it('keeps names with odd letters as they are, finds and deletes them', async () => {
    const alice = catalog.account();
    for (const linkname of [
      '日本語',
      'İstanbul ıssız',
      'a.b-c_d',
      'CON',
      '__proto__',
      'constructor',
      '$where',
      'x.$y',
    ]) {
      const obj = { linkname, linktype: 'folder' };
      const made = await alice.call<{ docs: ElementView }>('POST', '/api/add/', { url: '/', obj });
      expect(made.status).toBe(200);
      const { linkname: name, _id } = made.body.docs;
      const listed = await alice.call<Listing>('POST', '/api/', { url: `/${name}/` });
      expect(listed.body.folderId).toBe(_id);
      expect((await alice.call('DELETE', '/api/delete/', { url: '/', arr: [_id] })).body).toMatchObject({
        docs: { deletedCount: 1 },
      });
    }
  });

  it('answers 304 to who has the listing already, and the listing when it has changed', async () => {
    const alice = catalog.account();
    const body = JSON.stringify({ url: '/' });
    const ask = (known?: string) =>
      catalog.service.app.inject({
        method: 'POST',
        url: '/api/',
        payload: body,
        headers: {
          ...alice.headers,
          'content-type': 'application/json',
          ...(known && { 'if-none-match': known }),
        },
      });
    const tag = String((await ask()).headers.etag);
    const again = await ask(`"x", ${tag}`);
    expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', tag]);
    await alice.call('POST', '/api/add/', { url: '/', obj: { linkname: 'n', linktype: 'folder' } });
    const changed = await ask(tag);
    expect([changed.statusCode, changed.headers.etag === tag]).toEqual([200, false]);
    const other = await catalog
      .account()
      .call<Listing>('POST', '/api/', { url: '/' }, { 'if-none-match': tag });
    expect(other.status).toBe(200);
  });

  it('shows the built-in elements as the setting of the account says', async () => {
    const alice = catalog.account();
    const tiles = async () =>
      (await alice.call<Listing>('POST', '/api/', { url: '/' })).body.docs.filter((each) => each.default)
        .length;
    expect(await tiles()).toBeGreaterThan(0);
    for (const [index, defaultLinks] of [false, true].entries()) {
      const data = { type: 'billing.settings.changed', settings: { defaultLinks, darkMode: true } };
      await catalog.bus.publish([eventOf('billing', alice.drive, data, { version: index + 1 })]);
      await eventually(async () => (await tiles()) > 0 === defaultLinks);
    }
  });
});

describe('a large listing', () => {
  const elements = 1000;
  /** Bytes on the wire, by what the folder holds: of links, and of photos, of whose ids alone are 36 KB. */
  const most = { links: 45_000, photos: 80_000 };

  async function folderOf(what: keyof typeof most) {
    const alice = catalog.account();
    const [added, url] =
      what === 'photos' ? [manyPhotos(elements), '/'] : [manyLinks('Pages', elements), '/Pages/'];
    await driveFor(catalog, alice).given(...added);
    return (coding?: string, known?: string, limit?: number) =>
      catalog.service.app.inject({
        method: 'POST',
        url: '/api/',
        payload: JSON.stringify({ url, limit, defaultLinks: false }),
        headers: {
          ...alice.headers,
          'content-type': 'application/json',
          ...(coding && { 'accept-encoding': coding }),
          ...(known && { 'if-none-match': known }),
        },
      });
  }

  const opened = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

  it.each(['links', 'photos'] as const)('of %s leaves compressed as the client takes it', async (what) => {
    const list = await folderOf(what);
    const plain = await list();
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [coding, decompress] of Object.entries(opened)) {
      const { headers, rawPayload } = await list(coding);
      expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
      expect(headers.etag).toBe(plain.headers.etag);
      expect(rawPayload.length).toBeLessThanOrEqual(most[what]);
      expect(decompress(rawPayload).equals(plain.rawPayload)).toBe(true);
      expect((await list(coding, String(headers.etag))).statusCode).toBe(304);
    }
  });

  it.each([1000, 900])('leaves in the same way as a first page of at most %i', async (limit) => {
    const list = await folderOf('links');
    const { headers, rawPayload } = await list('zstd', undefined, limit);
    expect(headers).toMatchObject({ 'content-encoding': 'zstd', vary: 'Accept-Encoding' });
    expect(rawPayload.length).toBeLessThanOrEqual(most.links);
    const { docs, next } = JSON.parse(zstdDecompressSync(rawPayload).toString()) as {
      docs: unknown[];
      next: string | null;
    };
    expect([docs.length, next === null]).toEqual([limit, limit === elements]);
    expect((await list('br', String(headers.etag), limit)).statusCode).toBe(304);
    expect((await list('br', String(headers.etag))).statusCode).toBe(200);
  });
});
