import { randomBytes } from 'node:crypto';
import type { BlobId } from '@skyshelf/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { born, child, downloadsIn, inner, zipOf } from '../testing/downloads.js';
import { readZip } from '../testing/read-zip.js';
import { DAY, StorageScene } from '../testing/storage-scene.js';

const scene = new StorageScene();
const { file, download, tree } = downloadsIn(scene);
const keys = (...addresses: string[]) =>
  `/api/download?${addresses.map((each, index) => `key${index}=${encodeURIComponent(each)}`).join('&')}`;
const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code;

describe('a download of one file', () => {
  it('is the file itself, saved under the name it has now, with ranges', async () => {
    const { linkurl, bytes, blobId } = await file('Über uns.png');
    const answer = await download(keys(linkurl.replace(/###.*/, '###old name.exe')));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': `attachment; filename="_ber uns.png"; filename*=UTF-8''%C3%9Cber%20uns.png`,
      'content-length': '500',
      'content-type': 'image/png',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      etag: `"${blobId}"`,
    });
    expect((await zipOf(answer)).equals(bytes)).toBe(true);
    const part = await download(keys(linkurl), { range: 'bytes=490-' });
    expect([part.status, (await zipOf(part)).equals(bytes.subarray(490))]).toEqual([206, true]);
  });
});

describe('a download of several files', () => {
  it('is an archive, with equal names numbered', async () => {
    const files = [await file('sea.png'), await file('Sea.png'), await file('海.png')];
    const answer = await download(keys(...files.map(({ linkurl }) => linkurl)));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="Skyshelf.zip"; filename*=UTF-8''Skyshelf.zip`,
      'accept-ranges': 'bytes',
    });
    const zip = await zipOf(answer);
    expect(answer.headers.get('content-length')).toBe(String(zip.length));
    expect(readZip(zip).map(({ path, modified }) => [path, modified])).toEqual([
      ['sea.png', born],
      ['Sea (2).png', born],
      ['海.png', born],
    ]);
    expect(readZip(zip).map(({ bytes }) => bytes.toString('hex'))).toEqual(
      files.map(({ bytes }) => bytes.toString('hex')),
    );
  });

  it('is of five at most, of own ones, and of something', async () => {
    const { linkurl } = await file('a.png');
    const six = await download(keys(...Array.from({ length: 6 }, () => linkurl)));
    expect([six.status, await six.json()]).toMatchObject([
      400,
      { error: { code: 'download.too-many', message: 'Maximum 5 files download at a time.' } },
    ]);
    const bob = scene.storage.account('bob');
    const theirs = await download(keys(linkurl), {}, bob);
    expect([theirs.status, await codeOf(theirs)]).toEqual([404, 'file.not-found']);
    const mixed = await download(keys(linkurl, 'Cloud/nobody/x###y'));
    expect(await mixed.json()).toMatchObject({ error: { code: 'file.not-found', field: 'key1' } });
    expect((await download(keys('https://example.com/'))).status).toBe(404);
    for (const nonsense of [
      '',
      '?key0=',
      '?foo=1',
      `?key0=${'x'.repeat(5000)}`,
      '?key0=a&key0=b',
      '?folder=a&key0=b',
    ])
      expect((await download(`/api/download${nonsense}`)).status).toBe(400);
  });

  it('is of files that the tree still has', async () => {
    const { linkurl, blobId } = await file('a.png');
    scene.storage.shelf.forget(scene.alice.drive, blobId);
    expect((await download(keys(linkurl))).status).toBe(404);
  });
});

describe('a download of a folder', () => {
  it('is an archive of its tree, empty folders and files too, dates kept', async () => {
    const a = await file('a.png');
    const b = await file('b.png');
    const empty = await file('empty.png', new Uint8Array());
    const path = tree([
      inner('Sea'),
      inner('Nothing'),
      child('a.png', a.blobId),
      inner('Deep', 1),
      child('b.png', b.blobId, 1),
      child('empty.png', empty.blobId, 3),
    ]);
    const answer = await download(path);
    expect(answer.headers.get('content-disposition')).toContain('filename="Trip.zip"');
    const found = readZip(await zipOf(answer));
    expect(found.map((each) => each.path)).toEqual([
      'Trip/',
      'Trip/Sea/',
      'Trip/Nothing/',
      'Trip/a.png',
      'Trip/Sea/Deep/',
      'Trip/Sea/b.png',
      'Trip/Sea/Deep/empty.png',
    ]);
    expect(found[5]?.bytes.equals(b.bytes)).toBe(true);
    expect(found.every(({ modified }) => modified === born)).toBe(true);
  });

  it('unpacks nowhere else, whatever its names are', async () => {
    const { blobId } = await file('a.png');
    const names = ['../up', '/root', 'C:\\x', 'CON', 'a\u0000b', '..', 'a:stream'];
    const path = tree(
      names.map((name) => child(name, blobId)),
      'evil',
      '../../evil',
    );
    const answer = await download(path);
    expect(answer.headers.get('content-disposition')).not.toMatch(/[/\\]\.\./);
    for (const { path: name } of readZip(await zipOf(answer)))
      expect(name).not.toMatch(/^\/|(^|\/)\.\.(\/|$)|[\\:\p{Cc}]|(^|\/)CON$/u);
  });

  it('answers any range with those bytes, and the whole when the range was meant for another archive', async () => {
    const sizes = [10, 0, 70_000, 300_000, 5];
    const files = await Promise.all(sizes.map((size) => file('f', new Uint8Array(randomBytes(size)))));
    const path = tree(files.map(({ blobId }) => child('f.bin', blobId)));
    const whole = await download(path);
    const etag = whole.headers.get('etag') ?? '';
    const zip = await zipOf(whole);
    readZip(zip);
    const position = fc.oneof(
      fc.nat(zip.length),
      fc.nat(400),
      fc.nat(600).map((back) => zip.length - 1 - back),
    );
    await fc.assert(
      fc.asyncProperty(position, position, async (one, other) => {
        const start = Math.min(one, other, zip.length - 1);
        const end = Math.max(one, other);
        const range = { range: `bytes=${start}-${end}`, 'if-range': etag };
        const answer = await download(path, range);
        expect([answer.status, (await zipOf(answer)).equals(zip.subarray(start, end + 1))]).toEqual([
          206,
          true,
        ]);
      }),
      { numRuns: 40 },
    );
    const other = await download(path, { range: 'bytes=5-', 'if-range': '"other"' });
    expect([other.status, other.headers.get('etag')]).toEqual([200, etag]);
    expect((await zipOf(other)).equals(zip)).toBe(true);
    expect((await download(path, { range: `bytes=${zip.length}-` })).status).toBe(416);
    expect((await download(path, { 'if-none-match': etag })).status).toBe(304);
  });

  it('goes on as it began though the tree has changed, and begins as the tree is now', async () => {
    const a = await file('a.png');
    const b = await file('b.png');
    const path = tree([child('a.png', a.blobId), child('b.png', b.blobId)]);
    const first = await download(path);
    const etag = first.headers.get('etag') ?? '';
    const zip = await zipOf(first);
    tree([child('renamed.png', b.blobId)]);
    const rest = await download(path, { range: 'bytes=100-', 'if-range': etag });
    expect([rest.status, (await zipOf(rest)).equals(zip.subarray(100))]).toEqual([206, true]);
    const unnamed = await download(path, { range: 'bytes=-100' });
    expect((await zipOf(unnamed)).equals(zip.subarray(-100))).toBe(true);
    const fresh = await download(path);
    expect(readZip(await zipOf(fresh)).map((each) => each.path)).toEqual(['Trip/', 'Trip/renamed.png']);
  });

  it('is listed once as long as the drive is the same, and an equal one is kept once', async () => {
    const { blobId } = await file('a.png');
    const path = tree([child('a.png', blobId)]);
    const { shelf, collections } = scene.storage;
    const etags = await Promise.all([1, 2, 3].map(async () => (await download(path)).headers.get('etag')));
    expect([new Set(etags).size, shelf.told]).toEqual([1, 1]);
    shelf.touch(scene.alice.drive);
    expect((await download(path)).headers.get('etag')).toBe(etags[0]);
    expect([shelf.told, await collections.archives.countDocuments()]).toEqual([2, 1]);
    expect(await collections.archivePages.countDocuments()).toBe(1);
  });

  it('is sent while its list is made where that takes long, then without a length, and goes on by ranges', async () => {
    const { blobId } = await file('a.png');
    const path = tree(Array.from({ length: 2500 }, (_, index) => child(`${index}.png`, blobId)));
    const { shelf } = scene.storage;
    const { promise, resolve } = Promise.withResolvers<void>();
    shelf.halfway = promise;
    const answer = await download(path);
    shelf.halfway = Promise.resolve();
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, null]);
    resolve();
    const zip = await zipOf(answer);
    expect(readZip(zip)).toHaveLength(2501);
    const etag = answer.headers.get('etag') ?? '';
    tree([child('renamed.png', blobId)]);
    const rest = await download(path, { range: 'bytes=1000-', 'if-range': etag });
    expect([rest.status, (await zipOf(rest)).equals(zip.subarray(1000))]).toEqual([206, true]);
  });

  it('that is sent already breaks off when its list cannot be made', async () => {
    const { blobId } = await file('a.png');
    const path = tree(Array.from({ length: 2500 }, (_, index) => child(`${index}.png`, blobId)));
    const { shelf, collections } = scene.storage;
    const { promise, resolve } = Promise.withResolvers<void>();
    shelf.halfway = promise;
    shelf.breaksOff = true;
    const answer = await download(path);
    resolve();
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(await collections.archives.countDocuments()).toBe(0);
  });

  it('keeps its list for a day, and of a drive the newest fifty', async () => {
    const { blobId } = await file('a.png');
    const { collections, clock } = scene.storage;
    for (let round = 0; round < 53; round += 1)
      expect((await download(tree([child(`${round}.png`, blobId)]), {})).status).toBe(200);
    expect(await collections.archives.countDocuments()).toBe(50);
    expect(await collections.archivePages.countDocuments()).toBe(50);
    clock.advance(DAY + 1);
    expect(await scene.sweep()).toMatchObject({ archives: 50 });
    expect(await collections.archivePages.countDocuments()).toBe(0);
  });

  it('leaves nothing when what it holds cannot be told to its end', async () => {
    const { blobId } = await file('a.png');
    const path = tree([child('a.png', blobId)]);
    scene.storage.shelf.breaksOff = true;
    expect((await download(path)).status).toBe(502);
    expect(await scene.storage.collections.archives.countDocuments()).toBe(0);
    expect(await scene.storage.collections.archivePages.countDocuments()).toBe(0);
  });

  it('is refused when bytes of it are not there, by name', async () => {
    const { blobId } = await file('a.png');
    const path = tree([child('a.png', blobId), child('lost.png', 'nobody' as BlobId)]);
    const answer = await download(path);
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { error: { message: expect.stringContaining('Trip/lost.png') } },
    ]);
  });

  it('is one’s own', async () => {
    const path = tree([]);
    const bob = scene.storage.account('bob');
    const etag = (await download(path)).headers.get('etag') ?? '';
    expect((await download(path, {}, bob)).status).toBe(404);
    expect((await download(path, { range: 'bytes=0-', 'if-range': etag }, bob)).status).toBe(404);
  });

  it('answers a HEAD request with its length alone', async () => {
    const path = tree([]);
    const answer = await scene.alice.fetch(path, { method: 'HEAD' });
    expect(answer.headers.get('content-length')).toBe(String((await zipOf(await download(path))).length));
  });
});
