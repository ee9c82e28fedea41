import { blobOfAddress, routes, type ElementView, type ServiceName } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import type { UpdateFilter } from 'mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runFsck, type FsckOptions } from '@skyshelf/operations';
import { RunningShelf, type Damaged, type ShelfUser } from '../../testing/running-shelf.js';

const HOUR = 3_600_000;

interface SettledUser {
  user: ShelfUser;
  folder: ElementView;
  file: ElementView;
  blob: string;
  found(): Promise<string[]>;
  /** Lists the findings of a whole fsck about this drive, and about no drive. */
  foundInAll(): Promise<string[]>;
}

describe('fsck', { timeout: 120_000 }, () => {
  let shelf: RunningShelf;
  let users = 0;
  const repairs: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    shelf = await RunningShelf.start();
  }, 60_000);
  afterEach(async () => {
    for (const repair of repairs.splice(0).reverse()) await repair();
  });
  afterAll(() => shelf.stop());

  async function newUser(): Promise<SettledUser> {
    users += 1;
    const user = await shelf.user(`user-${users}`);
    const folder = await user.folder('Holidays');
    const file = await user.file('costs.zip');
    const { drive } = user;
    await eventually(
      async () => (await shelf.collection('storage', 'cursors').findOne({ drive }))?.version === 2,
    );
    await eventually(
      async () => (await shelf.collection('catalog', 'events').countDocuments({ pub: false })) === 0,
    );
    const find = async (options: FsckOptions) => {
      const { findings } = await runFsck({ ...shelf.installation, pause: async () => undefined }, options);
      return findings
        .filter((finding) => finding.drive === drive || finding.drive === null)
        .map(({ number, rule, service }) => `${number ?? '–'} ${rule} (${service})`);
    };
    const blob = blobOfAddress(file.linkurl ?? '') ?? '';
    return {
      user,
      folder,
      file,
      blob,
      found: () => find({ drive }),
      foundInAll: () => find({}),
    };
  }

  /** Changes a document behind the product's back until the end of the test. */
  async function damage(service: ServiceName, name: string, filter: object, update: UpdateFilter<Damaged>) {
    const collection = shelf.collection(service, name);
    const before = await collection.findOneAndUpdate(filter, update);
    if (!before) throw new Error(`Nothing to damage in ${name}`);
    repairs.push(() => collection.replaceOne({ _id: before._id }, before));
  }

  async function add(service: ServiceName, name: string, document: Damaged) {
    const collection = shelf.collection(service, name);
    await collection.insertOne(document);
    repairs.push(() => collection.deleteOne({ _id: document._id }));
  }

  const rowOf = ({ user }: SettledUser, element: ElementView) => ({ _id: `${user.drive}:1:${element._id}` });

  it('finds nothing on a sound shelf, and says what it looked at', async () => {
    const { user, file } = await newUser();
    await user.client.call(routes.deleteElements, { body: { url: '/', arr: [file._id] } });
    const report = await runFsck(shelf.installation, { storage: true });
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ exitCode: 0, drives: users });
    expect(report.checked).toMatchObject({
      outboxes: 5,
      drives: 2 * users,
      'named blobs': users,
      'stored objects': 1,
    });
    expect(report.text).toContain('No rule is broken');
  });

  it('finds a subscription that is not what its events say (rule 2)', async () => {
    const one = await newUser();
    await damage('billing', 'drives', { _id: one.user.drive }, { $inc: { version: 1 } });
    expect(await one.found()).toEqual(['2 live-equals-replay (billing)']);
  });

  it('finds two siblings of one name (rule 3)', async () => {
    const one = await newUser();
    const other = await one.user.folder('Work');
    const elements = shelf.collection('catalog', 'elements');
    const index = (await elements.indexes()).find(({ key, unique }) => unique && 'nameKey' in key)!;
    await elements.dropIndex(index.name!);
    repairs.push(() => elements.createIndex(index.key, { name: index.name!, unique: true }));
    await damage('catalog', 'elements', rowOf(one, other), { $set: { nameKey: 'holidays' } });
    expect(await one.found()).toContain('3 unique-names (catalog)');
  });

  it('finds a named blob that is not ready (rule 6)', async () => {
    const one = await newUser();
    await damage('storage', 'blobs', { _id: one.blob }, { $set: { state: 'removing' } });
    expect(await one.foundInAll()).toEqual([
      '6 named-blob-is-ready (catalog)',
      '6 reference-names-a-blob (storage)',
    ]);
  });

  it("finds another user's blob under an element (rule 7)", async () => {
    const one = await newUser();
    const other = await newUser();
    await damage('storage', 'blobs', { _id: one.blob }, { $set: { drive: other.user.drive } });
    expect(await one.foundInAll()).toEqual(['6 named-blob-is-ready (catalog)']);
  });

  it('finds an event that let a drive grow beyond its quota (rule 8)', async () => {
    const one = await newUser();
    const uploaded = { drive: one.user.drive, type: 'catalog.files.uploaded' };
    await damage('catalog', 'events', uploaded, { $set: { 'data.delta.used': 300_000_000 } });
    expect(await one.found()).toContain('8 within-quota (catalog)');
  });

  it('finds parked events (rule 9)', async () => {
    const one = await newUser();
    await add('storage', 'parked', {
      _id: 'storage/catalog/x',
      consumer: 'storage',
      source: 'catalog',
      drive: 'x',
      version: 1,
      event: { id: 'catalog:x:1', type: 'catalog.folder.created' },
      error: { name: 'Error', message: 'cannot digest this', stack: null },
      tries: 8,
      since: new Date(),
      lastTried: new Date(),
      request: null,
    });
    expect(await one.foundInAll()).toEqual(['9 nothing-parked (storage)']);
  });

  it('finds events that no one publishes (rule 9)', async () => {
    const one = await newUser();
    const at = new Date(Date.now() - HOUR);
    const event = { type: 'media.derivative.made', schema: 1, data: {}, at, actor: null, trace: null };
    // No relay reads slot 99.
    const place = { drive: one.user.drive, seq: 1, version: null, slot: 99, pub: false };
    await add('media', 'events', { _id: 'waits', ...event, ...place });
    expect(await one.found()).toEqual(['9 events-published (media)']);
  });

  it('forgives what is only on its way', async () => {
    const one = await newUser();
    await damage('catalog', 'elements', rowOf(one, one.folder), { $set: { kind: 'holiday' } });
    const arrives = shelf.collection('catalog', 'elements');
    const pause = async () =>
      void (await arrives.updateOne(rowOf(one, one.folder), { $set: { kind: 'folder' } }));
    expect((await runFsck({ ...shelf.installation, pause })).findings).toEqual([]);
  });

  it('prints its findings under the check that made them, and ends with 1', async () => {
    const one = await newUser();
    await damage('catalog', 'drives', { _id: one.user.drive }, { $inc: { used: 7 } });
    const report = await runFsck(shelf.installation);
    expect(report.exitCode).toBe(1);
    expect(report.text).toMatch(/✗ drives +\d+ looked at, \d+ found\n +rule \d, .*\(catalog, drive /u);
  });
});
