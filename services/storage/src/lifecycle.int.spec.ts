import { randomBytes } from 'node:crypto';
import { blobOfAddress, limits, type BlobId, type EventMessage } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import { eventually } from '@skyshelf/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Swept } from './application/sweep.js';
import { Holds } from './infrastructure/holds.js';
import { runStorage, type Account, type RunningStorage } from './testing/running-storage.js';

const DAY = 24 * 3600_000;
const nothing: Swept = { pending: 0, parts: 0, multiparts: 0, unused: 0, hashed: 0 };

let storage: RunningStorage;
let alice: Account;
/** Called before bytes are put; throws like a process that is killed. */
let onPut: (key: string) => Promise<void>;
let versions: Map<string, number>;
beforeEach(async () => {
  onPut = async () => {};
  versions = new Map();
  storage = await runStorage({ objects: (real): ObjectStore => ({ ...real, put: async (...given) => (await real.put(...given).then(async (info) => (await onPut(given[0]), info)))}) });
  alice = storage.account();
});
afterEach(() => storage.stop());

const sweep = async () => (await storage.internal<{ swept: Swept | null }>('POST', '/internal/storage/sweep')).swept;
const upload = async (account = alice) => blobOfAddress((await account.upload(new Uint8Array(randomBytes(1000)))).linkurl) as BlobId;
const blob = (id: BlobId) => storage.collections.blobs.findOne({ _id: id });
const keys = async () => (await Array.fromAsync(storage.objects.list())).map(({ key }) => key);
const status = async (id: BlobId, account = alice) => (await account.fetch(`/files/Cloud/${id}/x`)).status;
const derive = async (source: BlobId, jobId = 'job', bytes = new Uint8Array(randomBytes(50))) =>
  storage.internalBytes(`/internal/blobs/derived?source=${source}&kind=thumbnail&jobId=${jobId}`, bytes);

/** Catalog tells of a change. */
async function tell(account: Account, data: { type: string }): Promise<void> {
  const version = (versions.get(account.drive) ?? 0) + 1;
  versions.set(account.drive, version);
  const id = `catalog:${account.drive}:${version}`;
  const at = storage.clock.now().toISOString();
  await storage.bus.publish([{ id, source: 'catalog', type: data.type, schema: 1, drive: account.drive, version, at, actor: null, trace: null, data } satisfies EventMessage]);
}
const delta = { used: 0, count: 0, byKind: {} };
const uploaded = (files: { id: string; blobId: BlobId }[]) => ({
  type: 'catalog.files.uploaded', delta,
  files: files.map(({ id, blobId }) => ({
    id, blobId, parentId: 'root', name: 'a', nameKey: 'a', tags: [], uploadId: `u-${id}`, kind: 'image/png', extension: 'png', source: 'device', size: 1, width: null,
    height: null,
  })),
});
const deleted = (pairs: { elementId: string; blobId: BlobId }[]) => ({
  type: 'catalog.elements.deleted', roots: [], removed: pairs.map(({ elementId }) => elementId), blobIds: pairs, limbo: [], process: null, delta,
});
const purged = (pairs: { elementId: string; blobId: BlobId }[]) => ({
  type: 'catalog.elements.purged', process: 'p', chunk: 0, removed: [], blobIds: pairs, last: true, delta,
});

describe('bytes that somebody has', () => {
  it('stay as long as one element names them, and a week longer', async () => {
    const id = await upload();
    await tell(alice, uploaded([{ id: 'one', blobId: id }]));
    await tell(alice, uploaded([{ id: 'two', blobId: id }]));
    expect(await blob(id)).toMatchObject({ condemned: null });
    await tell(alice, deleted([{ elementId: 'one', blobId: id }]));
    storage.clock.advance(30 * DAY);
    expect([await sweep(), await status(id)]).toEqual([nothing, 200]);

    await tell(alice, purged([{ elementId: 'two', blobId: id }]));
    expect(await blob(id)).toMatchObject({ condemned: storage.clock.now() });
    storage.clock.advance(7 * DAY - 1);
    expect([await sweep(), await status(id)]).toEqual([nothing, 200]);
    storage.clock.advance(1);
    expect([await sweep(), await status(id)]).toEqual([{ ...nothing, unused: 1 }, 404]);
    expect([await blob(id), await keys()]).toEqual([null, []]);
    await eventually(() => storage.events.some(({ type, data }) => type === 'storage.blob.removed' && (data as { blobId: string }).blobId === id));
  });

  it('are saved by a new element within the week', async () => {
    const id = await upload();
    await tell(alice, uploaded([{ id: 'one', blobId: id }]));
    await tell(alice, deleted([{ elementId: 'one', blobId: id }]));
    await tell(alice, uploaded([{ id: 'copy', blobId: id }]));
    storage.clock.advance(30 * DAY);
    expect([await sweep(), await status(id)]).toEqual([nothing, 200]);
  });

  it('stay when catalog says that it still names them', async () => {
    const id = await upload();
    storage.unused = () => [];
    storage.clock.advance(30 * DAY);
    expect([await sweep(), await status(id)]).toEqual([nothing, 200]);
  });

  it('are no business of another account’s events', async () => {
    const bob = storage.account('bob');
    const id = await upload();
    await tell(alice, uploaded([{ id: 'one', blobId: id }]));
    await tell(bob, deleted([{ elementId: 'one', blobId: id }]));
    await tell(bob, { type: 'catalog.upload.refused', uploadId: 'x', blobId: id, name: 'a', code: 'name.exists', message: 'm' } as { type: string });
    expect(await blob(id)).toMatchObject({ condemned: null });
  });
});

describe('bytes that nobody claims', () => {
  it('are condemned when catalog refuses them', async () => {
    const id = await upload();
    await tell(alice, { type: 'catalog.upload.refused', uploadId: 'x', blobId: id, name: 'a', code: 'name.exists', message: 'm' } as { type: string });
    expect(await blob(id)).toMatchObject({ condemned: storage.clock.now() });
  });

  it('go a week after their receipt has run out', async () => {
    const id = await upload();
    storage.clock.advance(limits.receiptMs + 7 * DAY - 1);
    expect(await sweep()).toEqual(nothing);
    storage.clock.advance(1);
    expect([await sweep(), await keys()]).toEqual([{ ...nothing, unused: 1 }, []]);
    expect(await blob(id)).toBeNull();
  });

  it('go on the next sweep when the one before broke off', async () => {
    const id = await upload();
    await storage.collections.blobs.updateOne({ _id: id }, { $set: { state: 'removing', condemned: new Date(0) } });
    await storage.objects.delete([id]);
    expect(await sweep()).toEqual({ ...nothing, unused: 1 });
    expect(await blob(id)).toBeNull();
  });
});

describe('uploads that nobody finished', () => {
  it('leave nothing after their time, and a late end is refused', async () => {
    let swept: unknown;
    onPut = async () => {
      storage.clock.advance(61 * 60_000);
      swept = await sweep();
    };
    const late = await alice.put(alice.grant({ size: 4 }), new Uint8Array(4));
    expect(swept).toEqual({ ...nothing, pending: 1 });
    expect([late.status, ((await late.json()) as { error: { code: string } }).error.code]).toEqual([404, 'upload.not-found']);
    expect([await keys(), await storage.collections.blobs.countDocuments()]).toEqual([[], 0]);
  });

  it('are swept after a crash between their bytes and their record', async () => {
    await storage.collections.blobs.insertOne({
      _id: 'crashed' as BlobId, drive: alice.drive, state: 'pending', once: 'upload:x', uploadId: 'x' as never, source: null, kind: null, size: 1, sha256: null, hashDue: null,
      type: 'image/png', width: null, height: null, begun: storage.clock.now(), finished: null, expires: storage.clock.now(), condemned: null,
    });
    await storage.objects.put('crashed', Buffer.from('x'));
    expect(await sweep()).toEqual({ ...nothing, pending: 1 });
    expect(await keys()).toEqual([]);
  });

  it('in parts are given up with their grant, and catalog hears of it', async () => {
    const grant = alice.grant({ size: 1000, uploadId: 'parts' as never });
    const { urls } = (await (
      await alice.fetch('/api/upload/parts', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ grant }) })
    ).json()) as { urls: { url: string }[] };
    await fetch(storage.address + urls[0]?.url, { method: 'PUT', body: new Uint8Array(1000) });
    expect(await sweep()).toEqual(nothing);
    storage.clock.advance(DAY);
    expect(await sweep()).toEqual({ ...nothing, parts: 1 });
    expect([await Array.fromAsync(storage.objects.listMultiparts()), await storage.collections.uploads.countDocuments()]).toEqual([[], 0]);
    await eventually(() => storage.events.some(({ type, data }) => type === 'storage.upload.aborted' && (data as { uploadId: string }).uploadId === 'parts'));
  });

  it('are found in the store when no record names them, once they are old', async () => {
    await storage.objects.createMultipart('stray');
    expect(await sweep()).toEqual(nothing);
    storage.clock.advance(2 * 3600_000);
    expect(await sweep()).toEqual({ ...nothing, multiparts: 1 });
    expect(await Array.fromAsync(storage.objects.listMultiparts())).toEqual([]);
  });

  it('are swept by one process at a time', async () => {
    const other = new Holds(storage.collections, 'another process');
    expect(await other.take('sweep', 60_000)).toBe(true);
    expect(await sweep()).toBeNull();
    await other.letGo('sweep');
    expect((await Promise.all([sweep(), other.take('sweep', 60_000), other.take('sweep', 60_000)])).filter(Boolean).length).toBeGreaterThan(0);
    await storage.collections.holds.updateOne({ _id: 'sweep' }, { $set: { owner: 'a dead process', until: new Date(Date.now() - 1) } });
    expect(await sweep()).toEqual(nothing);
  });
});

describe('what is made from a blob', () => {
  it('belongs to the same account and goes with its source', async () => {
    const source = await upload();
    await tell(alice, uploaded([{ id: 'one', blobId: source }]));
    const { blobId } = (await (await derive(source)).json()) as { blobId: BlobId };
    expect([await status(blobId), await status(blobId, storage.account('bob'))]).toEqual([200, 404]);
    expect(await blob(blobId)).toMatchObject({ source, kind: 'thumbnail', drive: alice.drive, condemned: null });
    await tell(alice, deleted([{ elementId: 'one', blobId: source }]));
    storage.clock.advance(8 * DAY);
    expect(await sweep()).toEqual({ ...nothing, unused: 1 });
    expect([await keys(), await storage.collections.blobs.countDocuments()]).toEqual([[], 0]);
  });

  it('is kept once for each job, however often it is sent', async () => {
    const source = await upload();
    const sent = await Promise.all(Array.from({ length: 6 }, async () => ((await (await derive(source)).json()) as { blobId: BlobId }).blobId));
    expect(new Set(sent).size).toBe(1);
    expect((await keys()).sort()).toEqual([source, sent[0]].sort());
  });

  it('is refused when its source is gone or nobody wants it', async () => {
    const source = await upload();
    expect((await derive('unknown' as BlobId)).status).toBe(404);
    await tell(alice, { type: 'catalog.upload.refused', uploadId: 'x', blobId: source, name: 'a', code: 'name.exists', message: 'm' } as { type: string });
    expect((await derive(source)).status).toBe(404);
    expect(await storage.internal('GET', `/internal/blobs/${source}`)).toMatchObject({ key: source, size: 1000, wanted: false });
    expect(await keys()).toEqual([source]);
  });

  it('is no route for the world', async () => {
    const source = await upload();
    for (const init of [{}, { headers: { authorization: 'Internal wrong' } }, { headers: { authorization: alice.authorization } }]) {
      expect((await fetch(`${storage.address}/internal/blobs/${source}`, init)).status).toBe(403);
    }
  });
});

describe('the check of all bytes', () => {
  const problems = async () => {
    const pages = [
      await storage.internal<{ problems: { rule: string; message: string }[] }>('GET', '/internal/storage/blobs'),
      await storage.internal<{ problems: { rule: string; message: string }[] }>('GET', '/internal/storage/references'),
      await storage.internal<{ problems: { rule: string; message: string }[] }>('GET', '/internal/storage/objects'),
    ];
    return pages.flatMap((page) => page.problems.map(({ rule }) => rule));
  };
  const named = async (blobs: object[]) =>
    (await storage.internal<{ problems: { rule: string }[] }>('POST', '/internal/blobs/check', { drive: alice.drive, blobs })).problems.map(({ rule }) => rule);

  it('finds nothing where all is well', async () => {
    const source = await upload();
    await upload();
    await tell(alice, uploaded([{ id: 'one', blobId: source }]));
    const { blobId } = (await (await derive(source)).json()) as { blobId: BlobId };
    expect(await problems()).toEqual([]);
    expect(await named([{ elementId: 'one', blobId: source, thumbnailBlobId: blobId, size: 1000 }])).toEqual([]);
  });

  it('finds each rule that is broken on purpose', async () => {
    const [first, second, third] = [await upload(), await upload(), await upload()];
    await tell(alice, uploaded([{ id: 'one', blobId: first }, { id: 'two', blobId: second }]));
    await storage.objects.delete([first]);
    expect(await problems()).toEqual(['blob-has-its-bytes']);
    await storage.objects.put(first, Buffer.alloc(999));
    expect(await problems()).toEqual(['blob-has-its-bytes']);
    await storage.objects.put(first, Buffer.alloc(1000));
    await storage.collections.blobs.updateOne({ _id: third }, { $set: { condemned: null } });
    expect(await problems()).toEqual(['unnamed-is-condemned']);
    await storage.collections.blobs.deleteOne({ _id: third });
    expect(await problems()).toEqual(['object-is-known']);
    await storage.objects.delete([third]);
    const { blobId } = (await (await derive(second)).json()) as { blobId: BlobId };
    await storage.collections.blobs.updateOne({ _id: blobId }, { $set: { source: 'gone' as BlobId } });
    expect(await problems()).toEqual(['derived-has-a-source']);
    expect(await named([{ elementId: 'two', blobId: second, thumbnailBlobId: blobId }])).toEqual(['named-blob-is-ready']);
    await storage.collections.blobs.deleteOne({ _id: second });
    await storage.objects.delete([second, blobId]);
    await storage.collections.blobs.deleteOne({ _id: blobId });
    expect(await problems()).toEqual(['reference-names-a-blob']);
    expect(await named([{ elementId: 'two', blobId: second }, { elementId: 'one', blobId: first, size: 999 }, { elementId: 'other', blobId: first }])).toEqual([
      'named-blob-is-ready', 'named-blob-is-ready', 'named-blob-is-ready',
    ]);
  });
});
