import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobOfAddress, routes, type ElementView } from '@skyshelf/contracts';
import { runExport, runFsck, runImport } from '@skyshelf/operations';
import { eventually, keptOfDrive, uploadFile } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RunningShelf, type ShelfUser } from '../testing/running-shelf.js';

/** The rows of new kinds. */
vi.mock('../../../libs/contracts/src/derivatives.js', async (original) => {
  const { derivatives } = await original<{ derivatives: object }>();
  const { newRows } = await import('../testing/new-kinds.js');
  return { derivatives: { ...derivatives, ...newRows } };
});
/** Their files, among the others. */
vi.mock('../../../services/media/src/kinds/registry.js', async (original) => {
  const { kinds } = await original<{ kinds: { excerpt: object } }>();
  const { newKinds } = await import('../testing/new-kinds.js');
  // Of the table that they are made of nothing else is made.
  const excerpt = { ...kinds.excerpt, wants: () => false };
  return { kinds: { ...kinds, excerpt, ...newKinds } };
});

const red = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

describe('new kinds of derived files, each a row and a file', { timeout: 120_000 }, () => {
  let [home, elsewhere]: RunningShelf[] = [];
  let ann: ShelfUser;
  let [picture, site, table]: ElementView[] = [];
  let folder = '';
  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('not started');
    return value;
  };
  const found = async ({ client }: Pick<ShelfUser, 'client'>, of: ElementView | undefined, url = '/') => {
    const { docs } = await client.call(routes.listFolder, { body: { url } });
    return docs.find(({ linkname }) => linkname === of?.linkname);
  };
  const textAt = async ({ client }: Pick<ShelfUser, 'client'>, address: string | null | undefined) => {
    const params = { blobId: blobOfAddress(address ?? '') ?? '', name: 'made.txt' };
    const { status, bytes } = await client.send(routes.readFile, { params });
    return `${status} ${String(bytes)}`;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skyshelf-kinds-'));
    [home, elsewhere] = await Promise.all([RunningShelf.start(), RunningShelf.start()]);
    ann = await home.user('ann');
    picture = await uploadFile(ann.client, { name: 'red.png', type: 'image/png', bytes: red });
    table = await ann.file('costs.csv');
    const obj = { linkname: 'A page', linktype: 'website', linkurl: 'https://skyshelf.example/' };
    site = (await ann.client.call(routes.addElement, { body: { url: '/', obj } })).docs;
  }, 120_000);
  afterAll(async () => {
    await home?.stop();
    await elsewhere?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('are made of files and links, stored, and shown where their rows say', async () => {
    const open = await eventually(async () => (await found(ann, picture))?.openElement ?? false, {
      timeoutMs: 60_000,
    });
    expect(await textAt(ann, open)).toBe(`200 ${red.length} bytes`);
    const shown = await eventually(async () => (await found(ann, site))?.thumbnailWebsite ?? false, {
      timeoutMs: 60_000,
    });
    expect(await textAt(ann, shown)).toBe('200 a picture of https://skyshelf.example/');
    const small = await eventually(async () => (await found(ann, picture))?.thumbnailImage ?? false, {
      timeoutMs: 60_000,
    });
    expect(small).toMatch(/^Cloud\//);
  });

  it('are the copies’ too', async () => {
    await ann.folder('Copies');
    const arr = [there(picture)._id, there(site)._id];
    await ann.client.call(routes.pasteElements, { body: { url: '/Copies', arr, action: 'copy' } });
    const before = [await found(ann, picture), await found(ann, site)];
    const copies = [await found(ann, picture, '/Copies'), await found(ann, site, '/Copies')];
    const made = (each: ElementView | undefined) => [each?.openElement, each?.thumbnailWebsite];
    expect(copies.map(made)).toEqual(before.map(made));
  });

  it('are not waited for by an export; an import brings what was made, and has the rest made', async () => {
    const file = join(folder, 'ann.tar');
    const jobs = there(home).collection('media', 'jobs');
    expect(await jobs.countDocuments({ drive: ann.drive, kind: 'endless', open: true })).toBe(1);
    await runExport(there(home).installation, { user: 'ann', to: file });
    await runImport(there(elsewhere).installation, { file });
    const was = await keptOfDrive(there(home), ann.drive);
    const is = await keptOfDrive(there(elsewhere), ann.drive);
    expect(is).toEqual(was);
    const back = await there(elsewhere).user('ann');
    expect(await textAt(back, (await found(back, picture))?.openElement)).toBe(`200 ${red.length} bytes`);
    expect(await textAt(back, (await found(back, site))?.thumbnailWebsite)).toMatch(/^200 a picture of/);
    // The picture for dense screens comes seconds after an upload: it may or may not be in the export.
    const others = { drive: ann.drive, kind: { $ne: 'thumbnail2x' } };
    const begun = await there(elsewhere).collection('media', 'jobs').find(others).toArray();
    expect(begun).toMatchObject([{ kind: 'endless', elementId: there(table)._id, open: true }]);
  });

  it('go when nothing has them any more', async () => {
    const addresses = [
      (await found(ann, picture))?.openElement,
      (await found(ann, site))?.thumbnailWebsite,
    ].map((address) => blobOfAddress(address ?? ''));
    const copies = await found(ann, { linkname: 'Copies' } as ElementView);
    const arr = [there(picture)._id, there(site)._id, copies?._id ?? ''];
    await ann.client.call(routes.deleteElements, { body: { url: '/', arr } });
    const blobs = there(home).collection('storage', 'blobs');
    const [, page = ''] = addresses;
    await eventually(async () => (await blobs.findOne({ _id: page ?? '' }))?.condemned instanceof Date, {
      timeoutMs: 60_000,
    });
    const { findings } = await runFsck(there(home).installation, { storage: true });
    expect(findings).toEqual([]);
  });
});
