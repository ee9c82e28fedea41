import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '@skyshelf/contracts';
import { runFsck, type FsckOptions, type FsckReport } from '@skyshelf/operations';
import { storedDataOfDrive } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { condemn, damages, rowOf, type Damage, type SettledUser } from '../../testing/damages.js';
import { contentOf, RunningShelf } from '../../testing/running-shelf.js';
import { settledUser } from '../../testing/settled-user.js';
import { whileUsersWork } from '../../testing/while-users-work.js';

const HOUR = 3_600_000;
describe('fsck --repair', { timeout: 180_000 }, () => {
  let shelf: RunningShelf;
  let users = 0;
  beforeAll(async () => {
    shelf = await RunningShelf.start();
  }, 60_000);
  afterAll(() => shelf.stop());

  const of = (service: Parameters<RunningShelf['collection']>[0], name: string) =>
    shelf.collection(service, name);

  const newUser = (): Promise<SettledUser> => settledUser(shelf, `user-${(users += 1)}`);

  /** No one else is at work: what is on its way arrives soon. */
  const quiet = () => ({ ...shelf.installation, pause: () => sleep(50) });
  const fsck = (options: FsckOptions = {}): Promise<FsckReport> => runFsck(quiet(), options);

  const rulesOf = (found: readonly { rule: string }[]): string[] =>
    [...new Set(found.map(({ rule }) => rule))].toSorted();

  /** Files can be read, what was deleted waits for its days to be over. */
  async function expectAllFiles({ user, blob, deleted }: SettledUser): Promise<void> {
    const params = { blobId: blob, name: 'costs.zip' };
    const { status, bytes } = await user.client.send(routes.readFile, { params });
    expect([status, bytes]).toEqual([200, contentOf('costs.zip')]);
    expect(await of('storage', 'blobs').findOne({ _id: blob })).toMatchObject({
      state: 'ready',
      condemned: null,
    });
    const gone = await of('storage', 'blobs').findOne({ _id: deleted });
    expect(gone?.condemned).toBeInstanceOf(Date);
    expect(await shelf.objects.head(deleted)).not.toBeNull();
  }

  it('says what it cannot repair, why, and what to do about it', async () => {
    const one = await newUser();
    await shelf.objects.delete([one.blob]);
    await shelf.objects.put('stray-object', Buffer.from('whose is this?'));
    const report = await fsck({ repair: true, storage: true });
    expect(report).toMatchObject({ exitCode: 1, repaired: 0 });
    expect(rulesOf(report.findings)).toEqual(['blob-has-its-bytes', 'object-is-known']);
    expect(report.text).toMatch(/left: Bring the object back from a backup/u);
    expect(report.text).toMatch(/left: Nothing removes it/u);
    expect(await shelf.objects.head('stray-object')).not.toBeNull();
    await shelf.objects.delete(['stray-object']);
    await shelf.objects.put(one.blob, contentOf('costs.zip'));
    expect(await fsck({ repair: true, storage: true })).toMatchObject({ findings: [], repaired: 0 });
  });

  it('lets nothing go where a database may be older than the others', async () => {
    const one = await newUser();
    const { drive } = one.user;
    await of('storage', 'cursors').updateOne({ drive }, { $inc: { version: 5 } });
    await of('storage', 'refs').updateOne({ blobId: one.deleted }, { $set: { gone: null } });
    await condemn(of, one.deleted, null);
    const report = await fsck({ repair: true });
    expect(rulesOf(report.findings)).toEqual(['cursor-within-stream', 'reference-has-an-element']);
    expect(report).toMatchObject({ exitCode: 1, repaired: 0 });
    expect(report.text).toContain('left: Not touched as long as this is so: It has passed version 11');
    await of('storage', 'cursors').updateOne({ drive }, { $inc: { version: -5 } });
    expect(await fsck({ repair: true })).toMatchObject({ findings: [], repaired: 1 });
  });

  it('lets nothing go of a drive that catalog has lost', async () => {
    const one = await newUser();
    const ref = { blobId: one.blob, elementId: 'other', drive: 'lost-drive', gone: null };
    await of('storage', 'refs').insertOne({ _id: `${one.blob}.other`, ...ref });
    const report = await fsck({ repair: true });
    expect(rulesOf(report.findings)).toEqual(['reference-has-an-element']);
    expect(report.text).toContain('catalog has no event of the drive lost-drive');
    await of('storage', 'refs').deleteOne({ _id: `${one.blob}.other` });
  });

  it('makes no read model of a stream that has a gap', async () => {
    const one = await newUser();
    const lost = await of('catalog', 'events').findOneAndDelete({ drive: one.user.drive, version: 1 });
    const before = await storedDataOfDrive(shelf, one.user.drive);
    const report = await fsck({ repair: true, drive: one.user.drive });
    expect(rulesOf(report.findings)).toContain('stream-without-gaps');
    expect(report).toMatchObject({ exitCode: 1, repaired: 0 });
    expect(await storedDataOfDrive(shelf, one.user.drive)).toEqual(before);
    if (lost) await of('catalog', 'events').insertOne(lost);
    expect(await fsck({ repair: true })).toMatchObject({ findings: [], repaired: 0 });
  });

  it('leaves alone what an import is about to finish, and names one that was broken off', async () => {
    const one = await newUser();
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
    const people = [await newUser(), await newUser(), await newUser()];
    const before = await Promise.all(people.map(({ user }) => storedDataOfDrive(shelf, user.drive)));
    for (const { user, blob } of people) {
      await of('catalog', 'drives').updateOne({ _id: user.drive }, { $inc: { used: 7 } });
      await of('storage', 'refs').deleteOne({ blobId: blob });
    }
    for (const step of [
      'outboxes checked and repaired',
      'drives checked and repaired',
      'named blobs checked',
    ]) {
      const stop = new AbortController();
      const tell = (progress: { step: string }) => void (progress.step.startsWith(step) && stop.abort());
      const broken = runFsck(quiet(), { repair: true }, { tell, signal: stop.signal });
      await expect(broken).rejects.toThrow('abort');
    }
    expect(await fsck({ repair: true })).toMatchObject({ findings: [], exitCode: 0 });
    expect(await fsck({ repair: true, storage: true })).toMatchObject({ findings: [], repaired: 0 });
    const after = await Promise.all(people.map(({ user }) => storedDataOfDrive(shelf, user.drive)));
    expect(after).toEqual(before);
  });

  it('repairs one drive alone', async () => {
    const one = await newUser();
    const other = await newUser();
    for (const { user } of [one, other])
      await of('catalog', 'drives').updateOne({ _id: user.drive }, { $inc: { used: 7 } });
    const repaired = await fsck({ repair: true, drive: one.user.drive });
    expect(repaired).toMatchObject({ findings: [], exitCode: 0 });
    expect(new Set(repaired.repairs.map(({ drive }) => drive))).toEqual(new Set([one.user.drive]));
    expect((await fsck({ drive: other.user.drive })).broken).toBeGreaterThan(0);
    expect(await fsck({ repair: true })).toMatchObject({ findings: [], exitCode: 0 });
  });

  it('repairs while people work, and touches nothing of theirs', async () => {
    const one = await newUser();
    const other = await newUser();
    const report = await whileUsersWork([one.user, other.user], async () => {
      await of('catalog', 'elements').updateOne(rowOf(one, one.folder), { $set: { kind: 'holiday' } });
      await of('storage', 'refs').deleteOne({ blobId: other.blob });
      return runFsck(shelf.installation, { repair: true });
    });
    expect(report, report.text).toMatchObject({ findings: [], exitCode: 0 });
    expect(rulesOf(report.repairs)).toEqual(['live-equals-replay', 'named-blob-is-kept']);
    expect(await fsck({ storage: true })).toMatchObject({ findings: [] });
    await expectAllFiles(one);
    await expectAllFiles(other);
  });

  describe('of all that can be repaired, found at once', () => {
    const harmed = new Map<string, { one: SettledUser; before: unknown; undo: unknown }>();
    let report: FsckReport;
    beforeAll(async () => {
      const harm = async ([what, { damage }]: [string, Damage]) => {
        const one = await newUser();
        harmed.set(what, { one, before: await storedDataOfDrive(shelf, one.user.drive), undo: null });
        return async () => void Object.assign(harmedBy(what), { undo: await damage(of, one) });
      };
      const plants = await Promise.all(Object.entries(damages).map(harm));
      for (const plant of plants) await plant();
      report = await fsck({ repair: true });
    }, 120_000);
    afterAll(async () => {
      for (const { undo } of harmed.values())
        if (typeof undo === 'function') await (undo as () => Promise<unknown>)();
    });

    const harmedBy = (what: string) => {
      const found = harmed.get(what);
      if (!found) throw new Error(`Nothing was harmed: ${what}`);
      return found;
    };
    /** Some name the drive, others only what belongs to it. */
    const speaksOf = (finding: object, { user }: SettledUser): boolean =>
      JSON.stringify(finding).includes(user.drive);

    it('leaves nothing, and finds nothing when it runs again', async () => {
      expect(report, report.text).toMatchObject({ findings: [], broken: 0, exitCode: 0 });
      expect(report.text).toContain('repaired: ');
      const drives = [...harmed.values()].map(({ one }) => one);
      const others = report.repairs.filter((each) => !drives.some((one) => speaksOf(each, one)));
      expect(others).toEqual([]);
      expect(await fsck({ repair: true, storage: true })).toMatchObject({ findings: [], repaired: 0 });
    });

    it.each(Object.entries(damages))('repairs %s, and all is as it was before', async (what, { rules }) => {
      const { one, before } = harmedBy(what);
      expect(rulesOf(report.repairs.filter((each) => speaksOf(each, one)))).toEqual(rules);
      expect(await storedDataOfDrive(shelf, one.user.drive)).toEqual(before);
      await expectAllFiles(one);
    });
  });
});
