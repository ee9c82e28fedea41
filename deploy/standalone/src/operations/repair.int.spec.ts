import { blobOfAddress, routes, type ElementView } from '@skyshelf/contracts';
import { runFsck, type FsckOptions, type FsckReport } from '@skyshelf/operations';
import { eventually, uploadFile } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damages, rowOf, type Somebody } from './testing/damages.js';
import { keptOfDrive } from './testing/kept-of-drive.js';
import { RunningShelf } from './testing/running-shelf.js';

const HOUR = 3_600_000;
const red = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

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
    await eventually(
      async () => {
        const cursor = await of('storage', 'cursors').findOne({ drive });
        const waiting = await of('catalog', 'events').countDocuments({ pub: false });
        return cursor?.version === 6 && waiting === 0;
      },
      { timeoutMs: 30_000 },
    );
    const picture = await of('catalog', 'elements').findOne({ driveKey: `${drive}:1`, kind: 'image/png' });
    const thumbnail = String(picture?.thumbnailBlobId);
    return { user, folder, file, blob: blobOf(file), thumbnail, deleted: blobOf(gone) };
  }

  const fsck = (options: FsckOptions = {}): Promise<FsckReport> =>
    runFsck({ ...shelf.installation, pause: async () => undefined }, options);

  const rulesOf = (found: readonly { rule: string }[]): string[] =>
    [...new Set(found.map(({ rule }) => rule))].toSorted();

  it.each(Object.entries(damages))('mends %s, and all is as it was before', async (_, { rules, damage }) => {
    const one = await somebody();
    const before = await keptOfDrive(shelf, one.user.drive);
    const undo = await damage(of, one);
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

  it('may be broken off at any moment, and goes through when it is started again', async () => {
    const people = [await somebody(), await somebody(), await somebody()];
    const before = await Promise.all(people.map(({ user }) => keptOfDrive(shelf, user.drive)));
    for (const { user, blob } of people) {
      await of('catalog', 'drives').updateOne({ _id: user.drive }, { $inc: { used: 7 } });
      await of('storage', 'refs').deleteOne({ blobId: blob });
    }
    for (const step of ['outboxes checked and mended', 'drives checked and mended', 'named blobs checked']) {
      const stop = new AbortController();
      const tell = (progress: { step: string }) => void (progress.step.startsWith(step) && stop.abort());
      const broken = runFsck(shelf.installation, { repair: true }, { tell, signal: stop.signal });
      await expect(broken).rejects.toThrow('abort');
    }
    expect(await fsck({ repair: true })).toMatchObject({ findings: [], exitCode: 0 });
    expect(await fsck({ repair: true, storage: true })).toMatchObject({ findings: [], repaired: 0 });
    const after = await Promise.all(people.map(({ user }) => keptOfDrive(shelf, user.drive)));
    expect(after).toEqual(before);
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
    let report: FsckReport;
    try {
      await of('catalog', 'elements').updateOne(rowOf(one, one.folder), { $set: { kind: 'holiday' } });
      await of('storage', 'refs').deleteOne({ blobId: other.blob });
      report = await runFsck(shelf.installation, { repair: true });
    } finally {
      working = false;
    }
    expect(await people).toEqual([true, true]);
    expect(report, report.text).toMatchObject({ findings: [], exitCode: 0 });
    expect(rulesOf(report.mended)).toEqual(['live-equals-replay', 'named-blob-is-kept']);
    expect(await fsck({ storage: true })).toMatchObject({ findings: [] });
    await expectAllFiles(one);
    await expectAllFiles(other);
  });
});
