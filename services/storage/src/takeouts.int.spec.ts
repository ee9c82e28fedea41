import { randomBytes } from 'node:crypto';
import { blobOfAddress, type BlobId, type DriveTreeElement, type TakeoutAnswer } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { readZip } from '../testing/read-zip.js';
import { refusal } from '../testing/refusal.js';
import { DAY, StorageScene } from '../testing/storage-scene.js';

const scene = new StorageScene({ takeoutPartMb: 1, keepUnusedDays: 0 });
const born = '2026-03-01T12:00:00.000Z';
const modified = '2019-05-04T03:02:02.000Z';

const element = (about: Partial<DriveTreeElement>): DriveTreeElement =>
  ({
    id: about.name,
    folder: 0,
    parentId: 'root',
    class: 'item',
    kind: 'image/png',
    url: null,
    tags: [],
    blobId: null,
    born,
    ...about,
  }) as DriveTreeElement;
const called = (id: string) => ({ id: id as DriveTreeElement['id'] });
const inTrip = { folder: 1, parentId: 'Trip' as DriveTreeElement['parentId'] };

async function file(bytes = 700_000): Promise<BlobId> {
  const { linkurl } = await scene.alice.upload(new Uint8Array(randomBytes(bytes)));
  return blobOfAddress(linkurl) as BlobId;
}

/** Fills alice's shelf: a folder, three files of which two have one name, and a link. */
async function filledShelf() {
  const files = [await file(), await file(), await file()] as const;
  const [a, b, c] = files.map((blobId) => ({ blobId }));
  scene.storage.shelf.whole(scene.alice.drive, [
    element({ name: 'Trip', class: 'folder', kind: 'folder' }),
    element({ name: 'sea.png', tags: ['blue'], modified, ...called('sea'), ...a }),
    element({ name: 'Sea.png', ...called('other'), ...b }),
    element({ name: '../up', ...called('up'), ...inTrip, ...c }),
    element({ name: 'site', kind: 'website', url: 'https://example.com/', ...inTrip }),
  ]);
  return files;
}

const answerOf = async (answer: Promise<Response>) => (await (await answer).json()) as TakeoutAnswer;
const now = () => answerOf(scene.alice.fetch('/api/takeout'));
const begin = (body = {}) => scene.alice.post('/api/takeout', body);
const ended = () =>
  eventually(async () => {
    const { takeout } = await now();
    return takeout !== null && takeout.state !== 'making' && takeout;
  });
const part = (id: string, number: number, headers: Record<string, string> = {}, account = scene.alice) =>
  account.fetch(`/api/takeout/part?id=${id}&part=${number}`, { headers });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

async function made(body = {}) {
  await begin(body);
  const takeout = await ended();
  const zips = takeout.parts.map(async (each) => bytesOf(await part(takeout.id, each.part)));
  return { takeout, zips: await Promise.all(zips) };
}
const textsOf = (zips: readonly Buffer[]) =>
  new Map(zips.flatMap(readZip).map(({ path, bytes }) => [path, bytes.toString()]));

describe('a takeout', () => {
  it('has all files in their folders, bookmarks and a description, in whole archives of limited size [S2.70]', async () => {
    const files = await filledShelf();
    const { takeout, zips } = await made();
    expect(takeout).toMatchObject({ state: 'ready', files: 3, leftOut: 0, percent: 100 });
    expect(zips.map(({ length }) => length)).toEqual(takeout.parts.map(({ size }) => size));
    expect(zips.every(({ length }) => length <= 1024 * 1024)).toBe(true);
    expect(zips.map((zip) => readZip(zip).map(({ path }) => path))).toEqual([
      ['Skyshelf/Trip/', 'Skyshelf/sea.png'],
      ['Skyshelf/Sea (2).png'],
      ['Skyshelf/Trip/.._up', 'bookmarks.html', 'skyshelf.json', 'report.txt'],
    ]);
    const dates = new Map(zips.flatMap(readZip).map((entry) => [entry.path, entry.modified * 1000]));
    expect(dates.get('Skyshelf/sea.png')).toBe(Date.parse(modified));
    expect(dates.get('Skyshelf/Sea (2).png')).toBe(Date.parse(born));
    const described = JSON.parse(textsOf(zips).get('skyshelf.json') ?? '') as { elements: object[] };
    expect(described).toMatchObject({ format: 'skyshelf-takeout', version: 1, settings: { darkMode: true } });
    expect(described.elements).toHaveLength(5);
    const sea = { type: 'file', tags: ['blue'], modified, part: 1, path: 'Skyshelf/sea.png', bytes: 700_000 };
    expect(described.elements).toContainEqual(expect.objectContaining({ ...sea, added: born, parent: null }));
    const site = { type: 'link', parent: 'Trip', url: 'https://example.com/' };
    expect(described.elements).toContainEqual(expect.objectContaining(site));
    expect(await scene.keys()).toHaveLength(files.length);
  });

  it('has earlier versions by a choice, and all links that show', async () => {
    const now = await file(10);
    const before = await file(20);
    const lost = await file(30);
    const of = called('now').id;
    scene.storage.shelf.whole(scene.alice.drive, [
      element({ name: 'a.png', ...called('now'), blobId: now }),
      element({ name: 'b.png', blobId: lost, deleted: { date: born, from: '/' } }),
      element({ name: 'a.png', ...called('now-1'), blobId: before, version: { of, path: '/Trip/a.png' } }),
    ]);
    const { zips } = await made({ history: true });
    const texts = textsOf(zips);
    expect(
      [...texts].flatMap(([path, { length }]) => (path.endsWith('png') ? [path, length > 0] : [])),
    ).toEqual(['Skyshelf/a.png', true, 'History/Trip/a.png/2026-03-01 12.00.00 a.png', true]);
    const described = JSON.parse(texts.get('skyshelf.json') ?? '') as { elements: object[] };
    expect(described).toMatchObject({ shares: [{ title: 'Lisbon' }] });
    expect(described.elements).toContainEqual(expect.objectContaining({ id: 'now-1', versionOf: 'now' }));
  });

  it('has the trash by a choice, each element below where it was', async () => {
    const [lost, kept, other] = [await file(10), await file(20), await file(30)];
    const from = (path: string) => ({ deleted: { date: born, from: path } });
    scene.storage.shelf.whole(scene.alice.drive, [
      element({ name: 'a.png', ...called('now'), blobId: kept }),
      element({ name: 'a.png', ...called('old'), blobId: lost, ...from('/') }),
      element({ name: 'b', class: 'folder', kind: 'folder', ...from('/Trip/') }),
      element({ name: 'B', class: 'folder', kind: 'folder', ...called('B'), ...from('/Trip/') }),
      element({ name: 'c.png', folder: 2, ...called('c'), blobId: other }),
    ]);
    const { takeout, zips } = await made({ trash: true });
    expect(takeout).toMatchObject({ files: 3, leftOut: 0 });
    expect(
      zips.flatMap(readZip).map(({ path, bytes }) => [path, path.endsWith('png') && bytes.length]),
    ).toEqual(
      expect.arrayContaining([
        ['Skyshelf/a.png', 20],
        ['Trash/a.png', 10],
        ['Trash/Trip/b/', false],
        ['Trash/Trip/B (2)/', false],
        ['Trash/Trip/B (2)/c.png', 30],
      ]),
    );
    const described = JSON.parse(textsOf(zips).get('skyshelf.json') ?? '') as { elements: object[] };
    expect(described.elements).toContainEqual(expect.objectContaining({ id: 'old', ...from('/') }));
  });

  it('goes on where a download broke off, and is its owner’s alone [S2.72]', async () => {
    await filledShelf();
    const { takeout, zips } = await made();
    const last = zips.at(-1) ?? expect.fail('no part');
    const middle = 700_500;
    const head = await part(takeout.id, 3);
    const etag = head.headers.get('etag') ?? '';
    await head.body?.cancel();
    const rest = await part(takeout.id, 3, { range: `bytes=${middle}-`, 'if-range': etag });
    expect([rest.status, (await bytesOf(rest)).equals(last.subarray(middle))]).toEqual([206, true]);
    const bob = scene.storage.account('bob');
    expect((await part(takeout.id, 1, {}, bob)).status).toBe(404);
    expect((await part(takeout.id, 4)).status).toBe(404);
  });

  it('is one a day, and says when the next is possible [S2.73]', async () => {
    const both = await Promise.all([begin(), begin()]);
    const [first, second] = await Promise.all(both.map((each) => answerOf(Promise.resolve(each))));
    expect(first?.takeout?.id).toBe(second?.takeout?.id);
    const { asked } = await ended();
    const { nextAt } = await now();
    expect(Date.parse(nextAt ?? '') - Date.parse(asked)).toBe(DAY);
    const refused = await begin();
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { error: { code: 'takeout.too-soon', message: expect.stringContaining(nextAt!.slice(0, 10)) } },
    ]);
    const again = { 'content-type': 'application/json', 'idempotency-key': 'same' };
    const repeated = () => scene.alice.fetch('/api/takeout', { method: 'POST', headers: again, body: '{}' });
    scene.storage.clock.advance(DAY);
    const { takeout: next } = await answerOf(repeated());
    expect(next?.state).toBe('making');
    expect(next?.id).not.toBe(first?.takeout?.id);
    await scene.storage.collections.takeouts.updateOne({}, { $set: { state: 'ready' } });
    expect((await answerOf(repeated())).takeout?.id).toBe(next?.id);
  });

  it('can be cancelled, offers nothing before it is whole, and begins again when it was broken off [S2.71]', async () => {
    await filledShelf();
    const { shelf } = scene.storage;
    const gate = Promise.withResolvers<void>();
    shelf.halfway = gate.promise;
    const first = (await answerOf(begin())).takeout!;
    expect([first.state, first.parts]).toEqual(['making', []]);
    expect((await part(first.id, 1)).status).toBe(404);
    expect(await answerOf(scene.alice.post('/api/takeout/cancel', { id: first.id }))).toEqual({
      takeout: null,
      nextAt: null,
    });
    expect(await refusal(scene.alice.post('/api/takeout/cancel', { id: first.id }))).toEqual([
      404,
      'takeout.not-found',
    ]);
    shelf.breaksOff = true;
    const second = (await answerOf(begin())).takeout!;
    gate.resolve();
    await expect.poll(() => scene.storage.database.db.collection('archives').countDocuments()).toBe(0);
    shelf.breaksOff = false;
    const { id, files } = await ended();
    expect([id, files]).toEqual([second.id, 3]);
  });

  it('lists what could not be read in its report, and has the rest [S2.74]', async () => {
    const [lost] = await filledShelf();
    await scene.storage.objects.delete([lost]);
    const { takeout, zips } = await made();
    expect(takeout).toMatchObject({ state: 'ready', files: 2, leftOut: 1 });
    const texts = textsOf(zips);
    expect(texts.get('report.txt')).toMatch(
      /could not be read:\n- Skyshelf\/sea.png\n[^]*left out: 1\nFiles: 2/,
    );
    expect(texts.has('Skyshelf/sea.png')).toBe(false);
    expect(texts.get('skyshelf.json')).toContain('"leftOut":true');
  });

  it('has what is deleted afterwards, and is gone with it after its days [S2.72]', async () => {
    const [blobId] = await filledShelf();
    const named = { elementId: 'e', blobId };
    await scene.catalog.uploaded(scene.alice, named);
    const { takeout, zips } = await made();
    scene.storage.clock.advance(1000);
    await scene.catalog.deleted(scene.alice, named);
    scene.storage.clock.advance(DAY);
    expect(await scene.sweep()).toMatchObject({ unused: 0, takeouts: 0 });
    expect((await bytesOf(await part(takeout.id, 1))).equals(zips.at(0) ?? Buffer.of())).toBe(true);
    scene.storage.clock.advance(6 * DAY);
    expect((await part(takeout.id, 1)).status).toBe(404);
    expect(await scene.sweep()).toMatchObject({ takeouts: 1 });
    expect(await scene.keys()).not.toContain(blobId);
    for (const name of ['takeouts', 'archives', 'archivePages'])
      expect(await scene.storage.database.db.collection(name).countDocuments()).toBe(0);
  });

  it('goes with its account', async () => {
    await filledShelf();
    await made();
    await scene.storage.internal('POST', `/internal/drives/${scene.alice.drive}/forget`, { forGood: true });
    for (const name of ['takeouts', 'archives', 'archivePages', 'blobs'])
      expect(await scene.storage.database.db.collection(name).countDocuments()).toBe(0);
    expect(await refusal(begin())).toEqual([409, 'drive.closed']);
  });
});
