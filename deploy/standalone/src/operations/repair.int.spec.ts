import { blobOfAddress, routes, type ElementView } from '@skyshelf/contracts';
import { runFsck, type FsckOptions, type FsckReport } from '@skyshelf/operations';
import { eventually, uploadFile } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptOfDrive } from './testing/kept-of-drive.js';
import { RunningShelf, type ShelfUser } from './testing/running-shelf.js';

const HOUR = 3_600_000;
const red = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** Somebody with all kinds of things, everything settled. */
interface Somebody {
  user: ShelfUser;
  folder: ElementView;
  file: ElementView;
  /** Of the file. */
  blob: string;
  /** Of a picture. */
  thumbnail: string;
  /** Of a file that was deleted. */
  deleted: string;
}

const blobOf = ({ linkurl }: ElementView): string => blobOfAddress(linkurl ?? '') ?? '';

describe('fsck --repair', { timeout: 180_000 }, () => {
  let shelf: RunningShelf;
  let users = 0;
  beforeAll(async () => {
    shelf = await RunningShelf.start();
  }, 60_000);
  afterAll(() => shelf.stop());

  const of = (service: Parameters<RunningShelf['collection']>[0], name: string) =>
    shelf.collection(service, name);

  async function somebody(): Promise<Somebody> {
    users += 1;
    const user = await shelf.user(`user-${users}`);
    const { drive, client } = user;
    const folder = await user.folder('Holidays');
    const file = await user.file('costs.csv');
    const gone = await user.file('gone.csv');
    await uploadFile(client, { name: 'red.png', type: 'image/png', bytes: red });
    await client.call(routes.deleteElements, { body: { url: '/', arr: [gone._id] } });
    await eventually(async () => (await of('storage', 'cursors').findOne({ drive }))?.version === 6);
    await eventually(async () => (await of('catalog', 'events').countDocuments({ pub: false })) === 0);
    const picture = await of('catalog', 'elements').findOne({ driveKey: `${drive}:1`, kind: 'image/png' });
    const thumbnail = String(picture?.thumbnailBlobId);
    return { user, folder, file, blob: blobOf(file), thumbnail, deleted: blobOf(gone) };
  }

  const fsck = (options: FsckOptions = {}): Promise<FsckReport> =>
    runFsck({ ...shelf.installation, pause: async () => undefined }, options);

  const rulesOf = (found: readonly { rule: string }[]): string[] =>
    [...new Set(found.map(({ rule }) => rule))].toSorted();

  const rowOf = ({ user }: Somebody, element: ElementView) => ({ _id: `${user.drive}:1:${element._id}` });

  type Damage = (one: Somebody) => Promise<unknown>;
  const damages: Record<string, { rules: string[]; damage: Damage }> = {
    'a row that is not what its events say': {
      rules: ['live-equals-replay'],
      damage: (one) =>
        of('catalog', 'elements').updateOne(rowOf(one, one.folder), { $set: { kind: 'holiday' } }),
    },
    'a row that is lost': {
      rules: ['counters', 'live-equals-replay'],
      damage: (one) => of('catalog', 'elements').deleteOne(rowOf(one, one.file)),
    },
    'an element that is in no folder': {
      rules: ['live-equals-replay', 'reaches-root'],
      damage: (one) =>
        of('catalog', 'elements').updateOne(rowOf(one, one.file), { $set: { parentId: 'nowhere' } }),
    },
    'words by which nothing is found': {
      rules: ['live-equals-replay', 'words'],
      damage: (one) => of('catalog', 'elements').updateOne(rowOf(one, one.file), { $set: { words: ['x'] } }),
    },
    'counters and room that is reserved for nobody': {
      rules: ['counters', 'live-equals-replay', 'reserved'],
      damage: ({ user }) =>
        of('catalog', 'drives').updateOne({ _id: user.drive }, { $inc: { used: 7, count: -1, reserved: 3 } }),
    },
    'a subscription that is not what its events say': {
      rules: ['live-equals-replay'],
      damage: ({ user }) =>
        of('billing', 'elements').updateOne({ driveKey: `${user.drive}:1` }, { $set: { quota: 1 } }),
    },
    'a reference that was never noted': {
      rules: ['named-blob-is-kept'],
      damage: ({ blob }) => of('storage', 'refs').deleteOne({ blobId: blob }),
    },
    'a reference that was taken for over, with its blob condemned': {
      rules: ['named-blob-is-kept'],
      damage: async ({ blob }) => {
        await of('storage', 'refs').updateOne({ blobId: blob }, { $set: { gone: new Date() } });
        await of('storage', 'blobs').updateOne({ _id: blob }, { $set: { condemned: new Date() } });
      },
    },
    'the record of bytes that are there': {
      rules: ['named-blob-is-ready'],
      damage: ({ blob }) => of('storage', 'blobs').deleteOne({ _id: blob }),
    },
    'the record of a thumbnail': {
      rules: ['thumbnail-is-ready'],
      damage: ({ thumbnail }) => of('storage', 'blobs').deleteOne({ _id: thumbnail }),
    },
    'a named blob that is on its way out': {
      rules: ['named-blob-is-ready'],
      damage: ({ blob }) => of('storage', 'blobs').updateOne({ _id: blob }, { $set: { state: 'removing' } }),
    },
    'a reference of an element that was deleted': {
      rules: ['reference-has-an-element'],
      damage: async ({ deleted }) => {
        await of('storage', 'refs').updateOne({ blobId: deleted }, { $set: { gone: null } });
        await of('storage', 'blobs').updateOne({ _id: deleted }, { $set: { condemned: null } });
      },
    },
    'a reference of an element that never was': {
      rules: ['reference-has-an-element'],
      damage: ({ user, blob }) =>
        of('storage', 'refs').insertOne({
          _id: `${blob}.never`,
          ...{ blobId: blob, elementId: 'never', drive: user.drive, gone: null },
        }),
    },
    'a blob that nobody names and nobody has condemned': {
      rules: ['unnamed-is-condemned'],
      damage: ({ deleted }) =>
        of('storage', 'blobs').updateOne({ _id: deleted }, { $set: { condemned: null } }),
    },
    'a reservation that has run out': {
      rules: ['reservation-ended'],
      damage: async ({ user }) => {
        const kept = { folderId: 'root', nameKey: 'film', name: 'Film', bytes: 5 };
        const expires = new Date(Date.now() - HOUR);
        await of('catalog', 'reservations').insertOne({ _id: `${user.drive}:left`, ...kept, expires });
        await of('catalog', 'drives').updateOne({ _id: user.drive }, { $inc: { reserved: 5, fence: 1 } });
      },
    },
    'what a cut-off upload has left': {
      rules: ['upload-ended'],
      damage: ({ user, blob }) =>
        of('storage', 'blobs').insertOne({
          ...{ _id: `${user.drive}-${blob}`, drive: user.drive, once: `left-${blob}`, state: 'pending' },
          ...{ finished: null, expires: new Date(Date.now() - HOUR), source: null, condemned: null },
        }),
    },
    'a job that fell out of the queue': {
      rules: ['job-is-queued'],
      damage: ({ user }) =>
        of('media', 'jobs').updateOne({ drive: user.drive }, { $set: { state: 'waiting', open: false } }),
    },
    'a job that was left by its worker long ago': {
      rules: ['job-goes-on'],
      damage: async ({ user }) => {
        const left = { state: 'running', open: true, due: new Date(Date.now() - HOUR), kind: 'of old' };
        await of('media', 'jobs').updateOne({ drive: user.drive }, { $set: left });
        return () => of('media', 'jobs').deleteOne({ drive: user.drive });
      },
    },
  };

  it.each(Object.entries(damages))('mends %s, and all is as it was before', async (_, { rules, damage }) => {
    const one = await somebody();
    const before = await keptOfDrive(shelf, one.user.drive);
    const undo = await damage(one);
    const report = await fsck({ repair: true });
    expect(report, report.text).toMatchObject({ findings: [], broken: 0, exitCode: 0 });
    expect(rulesOf(report.mended)).toEqual(rules);
    expect(report.text).toContain('mended: ');
    expect(await fsck({ repair: true, storage: true })).toMatchObject({ findings: [], repaired: 0 });
    expect(await keptOfDrive(shelf, one.user.drive)).toEqual(before);
    await expectAllFiles(one);
    if (typeof undo === 'function') await (undo as () => Promise<unknown>)();
  });

  /** Files can be read, what was deleted waits for its days to be over. */
  async function expectAllFiles({ user, blob, deleted }: Somebody): Promise<void> {
    const params = { blobId: blob, name: 'costs.csv' };
    const { status, bytes } = await user.client.send(routes.readFile, { params });
    expect([status, String(bytes)]).toEqual([200, 'the content of costs.csv']);
    expect(await of('storage', 'blobs').findOne({ _id: blob })).toMatchObject({
      state: 'ready',
      condemned: null,
    });
    const gone = await of('storage', 'blobs').findOne({ _id: deleted });
    expect(gone?.condemned).toBeInstanceOf(Date);
    expect(await shelf.objects.head(deleted)).not.toBeNull();
  }

  it('says what it can not mend, why, and what to do about it', async () => {
    const one = await somebody();
    await shelf.objects.delete([one.blob]);
    await shelf.objects.put('stray-object', Buffer.from('whose is this?'));
    const report = await fsck({ repair: true, storage: true });
    expect(report).toMatchObject({ exitCode: 1, repaired: 0 });
    expect(rulesOf(report.findings)).toEqual(['blob-has-its-bytes', 'object-is-known']);
    expect(report.text).toMatch(/left: Bring the object back from a backup/u);
    expect(report.text).toMatch(/left: Nothing removes it/u);
    expect(await shelf.objects.head('stray-object')).not.toBeNull();
    await shelf.objects.delete(['stray-object']);
    await shelf.objects.put(one.blob, Buffer.from('the content of costs.csv'));
    expect(await fsck({ repair: true, storage: true })).toMatchObject({ findings: [], repaired: 0 });
  });

  it('lets nothing go where a database may be older than the others', async () => {
    const one = await somebody();
    const { drive } = one.user;
    await of('storage', 'cursors').updateOne({ drive }, { $inc: { version: 5 } });
    await of('storage', 'refs').updateOne({ blobId: one.deleted }, { $set: { gone: null } });
    await of('storage', 'blobs').updateOne({ _id: one.deleted }, { $set: { condemned: null } });
    const report = await fsck({ repair: true });
    expect(rulesOf(report.findings)).toEqual(['cursor-within-stream', 'reference-has-an-element']);
    expect(report).toMatchObject({ exitCode: 1, repaired: 0 });
    expect(report.text).toContain('left: Not touched as long as this is so: It has passed version 11');
    await of('storage', 'cursors').updateOne({ drive }, { $inc: { version: -5 } });
    expect(await fsck({ repair: true })).toMatchObject({ findings: [], repaired: 1 });
  });

  it('lets nothing go of a drive that catalog has lost', async () => {
    const one = await somebody();
    const ref = { blobId: one.blob, elementId: 'other', drive: 'lost-drive', gone: null };
    await of('storage', 'refs').insertOne({ _id: `${one.blob}.other`, ...ref });
    const report = await fsck({ repair: true });
    expect(rulesOf(report.findings)).toEqual(['reference-has-an-element']);
    expect(report.text).toContain('catalog has no event of the drive lost-drive');
    await of('storage', 'refs').deleteOne({ _id: `${one.blob}.other` });
  });

  it('makes no read model of a stream that has a gap', async () => {
    const one = await somebody();
    const lost = await of('catalog', 'events').findOneAndDelete({ drive: one.user.drive, version: 1 });
    const before = await keptOfDrive(shelf, one.user.drive);
    const report = await fsck({ repair: true, drive: one.user.drive });
    expect(rulesOf(report.findings)).toContain('stream-without-gaps');
    expect(report).toMatchObject({ exitCode: 1, repaired: 0 });
    expect(await keptOfDrive(shelf, one.user.drive)).toEqual(before);
    if (lost) await of('catalog', 'events').insertOne(lost);
    expect(await fsck({ repair: true })).toMatchObject({ findings: [], repaired: 0 });
  });

  it('leaves alone what an import is about to finish, and names one that was broken off', async () => {
    const one = await somebody();
    const { drive } = one.user;
    await of('catalog', 'elements').updateOne(rowOf(one, one.folder), { $set: { kind: 'holiday' } });
    const restores = of('catalog', 'restores');
    await restores.insertOne({ _id: drive, run: 'r', until: new Date(Date.now() + HOUR) });
    expect(await fsck({ repair: true })).toMatchObject({ findings: [], repaired: 0 });
    await restores.updateOne({ _id: drive }, { $set: { until: new Date(0) } });
    const report = await fsck({ repair: true });
    expect(rulesOf(report.findings)).toEqual(['import-ended']);
    expect(report.text).toContain('left: Run the import again with its archive');
    await restores.deleteOne({ _id: drive });
    expect(await fsck({ repair: true })).toMatchObject({ findings: [] });
  });

  it('mends one drive alone', async () => {
    const [one, other] = [await somebody(), await somebody()];
    for (const { user } of [one, other])
      await of('catalog', 'drives').updateOne({ _id: user.drive }, { $inc: { used: 7 } });
    const mended = await fsck({ repair: true, drive: one.user.drive });
    expect(mended).toMatchObject({ findings: [], exitCode: 0 });
    expect(new Set(mended.mended.map(({ drive }) => drive))).toEqual(new Set([one.user.drive]));
    expect((await fsck({ drive: other.user.drive })).broken).toBeGreaterThan(0);
    expect(await fsck({ repair: true })).toMatchObject({ findings: [], exitCode: 0 });
  });

  it('mends while people work, and touches nothing of theirs', async () => {
    const [one, other] = [await somebody(), await somebody()];
    let working = true;
    const work = async ({ user }: Somebody) => {
      for (let n = 0; working; n += 1) {
        const [file, folder] = await Promise.all([user.file(`${n}.csv`), user.folder(`Folder ${n}`)]);
        const arr = n % 2 === 0 ? [file._id] : [folder._id, file._id];
        await user.client.call(routes.deleteElements, { body: { url: '/', arr } });
      }
      return true;
    };
    const people = Promise.all([work(one), work(other)]);
    await of('catalog', 'elements').updateOne(rowOf(one, one.folder), { $set: { kind: 'holiday' } });
    await of('storage', 'refs').deleteOne({ blobId: other.blob });
    const report = await runFsck(shelf.installation, { repair: true });
    working = false;
    expect(await people).toEqual([true, true]);
    expect(report, report.text).toMatchObject({ findings: [], exitCode: 0 });
    expect(rulesOf(report.mended)).toEqual(['live-equals-replay', 'named-blob-is-kept']);
    expect(await fsck({ storage: true })).toMatchObject({ findings: [] });
    await expectAllFiles(one);
    await expectAllFiles(other);
  });
});
