import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits, routes, serviceNames, type DriveId, type ServiceName } from '@skyshelf/contracts';
import { runFsck } from '@skyshelf/operations';
import { databaseName } from '@skyshelf/service';
import { eventually, storedDataOfDrive } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { abortDeletion } from '../../testing/abort-deletion.js';
import { buyPlan } from '../../testing/buy-plan.js';
import { fillDrive } from '../../testing/filled-drive.js';
import { RunningShelf, type ShelfUser } from '../../testing/running-shelf.js';

interface Listed {
  deletions: { drive: string; state: string }[];
}

describe('an account that its owner deletes', { timeout: 120_000 }, () => {
  let shelf: RunningShelf;
  let [eve, ann]: ShelfUser[] = [];
  let blobIds: string[] = [];
  const diary = Buffer.from('what only eve has written, in words that are nowhere else');
  let leave = '';
  beforeAll(async () => {
    shelf = await RunningShelf.start({ settings: { ADMIN_SUBS: 'local|ada' } });
    eve = await shelf.user('eve');
    ann = await shelf.user('ann');
    await Promise.all([fillDrive(there(eve)), fillDrive(there(ann))]);
    await there(eve).file('evening-diary.zip', diary);
    await beginParts(there(eve));
    leave = await leaveFor(there(eve), 'late.zip', 4);
    await there(eve).client.call(routes.setNotices, { body: { address: 'eve@night.example' } });
    await settled(there(eve));
    await park(there(eve));
    blobIds = await shelf.collection('storage', 'blobs').distinct('_id', { drive: there(eve).drive });
  }, 120_000);
  afterAll(() => shelf?.stop());

  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('not started');
    return value;
  };

  const leaveFor = async ({ client }: ShelfUser, name: string, size: number): Promise<string> => {
    const files = [{ name, size, type: 'application/zip' }];
    const { docs } = await client.call(routes.startUpload, { body: { url: '/', files } });
    return docs[0]?.grant ?? '';
  };

  /** An upload in parts that is given up, and one that never ends: its name and room are reserved. */
  const beginParts = async (user: ShelfUser): Promise<unknown> => {
    const start = async (name: string) => {
      const grant = await leaveFor(user, name, limits.maxSingleRequestBytes + 1);
      return user.client.call(routes.startParts, { body: { grant } });
    };
    const { uploadId } = await start('given-up.zip');
    await user.client.call(routes.abortParts, { params: { uploadId } });
    return start('never.zip');
  };

  /** Resolves when the effects of its events have happened, so that each service has its cursors, jobs and marks. */
  const settled = ({ drive }: ShelfUser): Promise<boolean> =>
    eventually(
      async () => {
        const jobs = await shelf.collection('media', 'jobs').countDocuments({ drive, open: true });
        const made = await shelf.collection('media', 'jobs').countDocuments({ drive });
        const waiting = await shelf.collection('catalog', 'events').countDocuments({ drive, pub: false });
        const cursors = await shelf.collection('storage', 'cursors').countDocuments({ drive });
        const mails = await shelf.collection('notify', 'mails').countDocuments({ drive });
        return jobs === 0 && made > 0 && waiting === 0 && cursors === 1 && mails > 0;
      },
      { timeoutMs: 60_000, intervalMs: 50 },
    );

  /** As consumers do with an event that they fail on, and with one that has no place in an order. */
  const park = async ({ drive }: ShelfUser) => {
    const event = await shelf.collection('catalog', 'events').findOne({ drive });
    for (const consumer of ['media', 'notify'] as const) {
      const _id = `${consumer}/${drive}/${event?._id ?? ''}`;
      await shelf
        .collection(consumer, 'parked')
        .insertOne({ _id, consumer, source: 'catalog', drive, event });
    }
    const seen = { _id: `catalog/${drive}/storage:aborted:none`, at: new Date() };
    await shelf.collection('catalog', 'seen').insertOne(seen);
  };

  /** Lists the places where anything of the drive, its bytes or its owner is still stored, by collection. */
  async function traces(): Promise<Record<string, number>> {
    const hash = createHash('sha256').update(diary);
    const needles = [
      there(eve).drive,
      'local|eve',
      'night.example',
      'evening-diary',
      hash.digest('hex'),
      ...blobIds,
    ];
    const found: Record<string, number> = {};
    for await (const { collection, text } of shelf.documents())
      if (needles.some((needle) => text.includes(needle))) found[collection] = (found[collection] ?? 0) + 1;
    for await (const { key } of shelf.objects.list())
      if (blobIds.includes(key) || (await holdsDiary(key))) found.objects = (found.objects ?? 0) + 1;
    for await (const { key } of shelf.objects.listMultiparts()) found[`parts of ${key}`] = 1;
    const mails = join(shelf.folder, 'mails');
    for (const file of readdirSync(mails))
      if (needles.some((needle) => readFileSync(join(mails, file)).includes(needle))) found[file] = 1;
    return found;
  }

  const holdsDiary = async (key: string): Promise<boolean> => {
    const { body } = await shelf.objects.get(key);
    return Buffer.concat(await Array.fromAsync(body as AsyncIterable<Buffer>)).includes(diary);
  };

  const late = [
    ['media', 'pageVisits'],
    ['catalog', 'opens'],
    ['storage', 'archivePages'],
  ] as const;

  /** Lets its time come: the day that it can be kept is over. */
  const due = async ({ drive }: ShelfUser): Promise<void> => {
    const past = new Date(Date.now() - 1000);
    await shelf.collection('gateway', 'deletions').updateOne({ _id: drive }, { $set: { dueAt: past } });
    await hurry();
  };
  const hurry = () =>
    shelf.collection('gateway', 'jobs').updateMany({ state: 'waiting' }, { $set: { due: new Date(0) } });

  /** Lets the minutes pass after which all are asked once more. */
  async function askAgain(drive: DriveId): Promise<void> {
    const anHour = { $set: { endedAt: new Date(Date.now() - 3_600_000) } };
    await shelf.collection('gateway', 'deletions').updateOne({ _id: drive }, anHour);
    await eventually(
      async () => {
        await hurry();
        return (await shelf.collection('gateway', 'jobs').countDocuments({ 'payload.drive': drive })) === 0;
      },
      { timeoutMs: 60_000, intervalMs: 100 },
    );
  }

  it('was in every service before, or this proves nothing', async () => {
    const found = Object.keys(await traces());
    const places = [
      ...[
        'drives',
        'events',
        'elements',
        'settings',
        'reservations',

        'opens',
        'openings',
        'cursors',
        'seen',
      ].map((each) => `catalog.${each}`),
      ...['blobs', 'uploads', 'refs', 'unnamed', 'events', 'cursors'].map((each) => `storage.${each}`),
      ...['jobs', 'events', 'cursors', 'parked'].map((each) => `media.${each}`),
      ...['mails', 'parked'].map((each) => `notify.${each}`),
      ...['drives', 'events', 'elements'].map((each) => `billing.${each}`),
      ...['accounts', 'sessions', 'events'].map((each) => `gateway.${each}`),
    ].map((place) => place.replace(/^\w+/, (name) => databaseName(name as ServiceName)));
    expect(places.filter((place) => !found.includes(place))).toEqual([]);
    expect(found).toContain('objects');
  });

  it("leaves nothing but tombstones and a record, and no one else's is touched, though it was broken off at every step", async () => {
    const { drive, client } = there(eve);
    const before = await storedDataOfDrive(shelf, there(ann).drive);
    await client.call(routes.closeAccount);
    const { broken, restore } = abortDeletion(shelf);
    await expect(shelf.token('eve')).rejects.toThrow('being deleted');
    await due(there(eve));
    const listed = async () => (await shelf.ops<Listed>('GET', '/operations/deletions')).deletions;
    await eventually(
      async () => {
        await hurry();
        return (await listed()).some((each) => each.drive === drive && each.state === 'done');
      },
      { timeoutMs: 60_000, intervalMs: 100 },
    );
    restore();
    for (const name of serviceNames) {
      const points = [...broken].filter((point) => point.includes(`${name}: `));
      expect(points.length, name).toBeGreaterThan(8);
      expect(broken).toContain(`after ${name}`);
    }
    console.log(`broken off at ${broken.size} points`);
    // As what was in hand then may still write.
    for (const [service, name] of late)
      await shelf.collection(service, name).insertOne({ _id: `${drive}:late`, drive });
    await askAgain(drive);
    const tombstones = Object.fromEntries(serviceNames.map((name) => [`${databaseName(name)}.closed`, 1]));
    const left = { ...tombstones, [`${databaseName('gateway')}.deletions`]: 1 };
    expect(await traces()).toEqual(left);
    const record = await shelf.collection('gateway', 'deletions').findOne({ _id: drive });
    expect(Object.keys(record ?? {}).toSorted()).toEqual(
      ['_id', 'askedAt', 'begunAt', 'dueAt', 'endedAt', 'forgotten', 'movedAt'].toSorted(),
    );
    expect(await storedDataOfDrive(shelf, there(ann).drive)).toEqual(before);
    expect((await runFsck(shelf.installation, { storage: true })).findings).toEqual([]);
  });

  it('takes nothing any more, neither a command nor bytes whose leave was given before', async () => {
    const { client, folder } = there(eve);
    await expect(folder('Again')).rejects.toMatchObject({ status: 401 });
    const sent = await client.send(routes.sendBytes, {
      bytes: Buffer.from('late'),
      headers: { 'upload-grant': leave },
    });
    expect(sent.status).toBe(401);
    expect(Object.keys(await traces()).filter((place) => !/\.(closed|deletions)$/.test(place))).toEqual([]);
  });

  it('leaves its owner free to begin again, with nothing', async () => {
    const again = await shelf.user('eve');
    expect(again.drive).not.toBe(there(eve).drive);
    const { docs } = await again.client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
    expect(docs.filter(({ linkname }) => linkname === 'Holidays')).toEqual([]);
  });

  it('is deleted by an admin too, once it is cancelled and the paid month has passed', async () => {
    const ada = await shelf.user('ada');
    const ben = await shelf.user('ben');
    await ben.file('letters.zip', diary);
    const { change } = await buyPlan(ben);
    const list = async () => (await ada.client.call(routes.listCancelled)).docs;
    expect(await list()).toEqual([]);
    await change('cancel');
    const [cancelled] = await eventually(async () => {
      const docs = await list();
      return docs.length > 0 && docs;
    });
    expect(cancelled).toMatchObject({ _id: ben.drive, user: 'ben', sub: 'local|ben' });
    const body = { accountId: ben.drive };
    const { content, next } = await ada.client.call(routes.showAccountData, { body });
    expect(content.db.elements).toMatchObject([{ name: 'letters.zip', blobId: content.s3[0]?.key }]);
    expect([content.s3.filter(({ source }) => !source).length, content.db.account?.sub, next]).toEqual([
      1,
      'local|ben',
      null,
    ]);
    expect(JSON.stringify(content)).not.toContain(diary.toString());
    const refused = await ada.client.send(routes.deleteCancelled, { body });
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'account.paid-for' } }]);
    // As it is a month later.
    const paid = { _id: { $regex: `^${ben.drive}:` }, kind: 'paid' };
    const lastYear = { $set: { date: new Date(Date.now() - 365 * 86_400_000) } };
    expect((await shelf.collection('billing', 'elements').updateMany(paid, lastYear)).modifiedCount).toBe(1);
    expect(await ada.client.call(routes.deleteCancelled, { body })).toEqual({ error: false });
    expect((await ben.client.send(routes.userInfo)).status).toBe(401);
    await eventually(
      async () => {
        const { deletions } = await shelf.ops<Listed>('GET', '/operations/deletions');
        return deletions.some(({ drive, state }) => drive === ben.drive && state === 'done');
      },
      { timeoutMs: 60_000, intervalMs: 100 },
    );
    expect(await list()).toEqual([]);
    for await (const { collection, text } of shelf.documents())
      if (/local\|ben|letters/.test(text)) throw new Error(`Something of ben is left in ${collection}.`);
    const audit = await shelf.ops<{ entries: object[] }>('GET', '/operations/audit');
    expect(audit.entries).toContainEqual(
      expect.objectContaining({ admin: ada.drive, act: 'account.deleted', drive: ben.drive }),
    );
  });
});
