import { randomBytes } from 'node:crypto';
import { routes, serviceNames, type DriveId } from '@skyshelf/contracts';
import {
  eventually,
  launchSkyshelf,
  productMode,
  type ApiClient,
  type LaunchedSkyshelf,
} from '@skyshelf/testing';
import { BSON } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseOf, type RunningDatabase } from '../operations/database-of.js';
import { ofFolder, typed } from '../operations/typed.js';
import { enoughIn } from '../setup/only-in.js';
import { unlimitedRates } from '../unlimited-rates.js';
import { fillAccount } from './deletion/fill-account.js';
import { contentsOf, scanDatabases, scanFiles, scanMessages, sha256, type Sought } from './deletion/scan.js';
import { openTopics, type Topics } from './deletion/topics.js';

const once = enoughIn(
  'standalone',
  'services forget by the same code; npm run campaign -- surroundings reads the topics of a cluster too',
);

/** An account before it goes. */
interface Leaving extends Sought {
  drive: DriveId;
  client: ApiClient;
}

/** That it goes on wherever it is broken off shows apps/standalone/src/operations/delete-account.int.spec.ts. */
describe.runIf(once)('an account that is deleted', { timeout: 900_000 }, () => {
  let skyshelf: LaunchedSkyshelf;
  let database: RunningDatabase;
  let topics: Topics;
  let neighbour: DriveId;
  let person: Leaving;

  beforeAll(async () => {
    skyshelf = await launchSkyshelf({ env: { ...unlimitedRates, ACCOUNT_DELETE_HOURS: '0' } });
    database = await databaseOf(skyshelf);
    topics = await openTopics(skyshelf, productMode());
    const stays = { mark: markOf(), elements: 10, stays: true };
    ({ drive: neighbour } = await fillAccount(skyshelf, database, stays));
    person = await leaving(30);
  });
  afterAll(async () => {
    await topics?.close();
    await database?.close();
    await skyshelf?.dispose();
  });

  const markOf = () => `zq${randomBytes(6).toString('hex')}`;

  async function leaving(elements: number): Promise<Leaving> {
    const mark = markOf();
    // All of them write from one address.
    await database.collection('notify', 'senders').deleteMany({});
    const { drive, client } = await fillAccount(skyshelf, database, { mark, elements });
    const keys = await keysOf(drive);
    const contents = contentsOf(skyshelf, keys);
    // What is made of the same picture is the same.
    for (const hash of contentsOf(skyshelf, await keysOf(neighbour))) contents.delete(hash);
    return { drive, client, mark, keys, contents };
  }

  const keysOf = (drive: DriveId) => database.collection('storage', 'blobs').distinct('_id', { drive });

  /** Hashes of all that there is of a drive, by where it is. What consumers note of their progress comes and goes. */
  async function keptOf(drive: DriveId): Promise<Record<string, string[]>> {
    const kept: Record<string, string[]> = {};
    for (const db of await database.all())
      for (const collection of await db.collections())
        for await (const document of collection.find().sort({ _id: 1 })) {
          const bytes = Buffer.from(BSON.serialize(document));
          if (!/\.(cursors|jobs)$/.test(collection.namespace) && bytes.includes(drive))
            (kept[collection.namespace] ??= []).push(sha256(bytes));
        }
    return { ...kept, objects: [...contentsOf(skyshelf, await keysOf(drive))].toSorted() };
  }

  /** Lets the minutes pass after which all services are asked once more. */
  async function askAgain(drive: DriveId): Promise<void> {
    const past = new Date(Date.now() - 3_600_000);
    const jobs = database.collection('gateway', 'jobs');
    const own = { 'payload.drive': drive };
    await database.collection('gateway', 'deletions').updateOne({ _id: drive }, { $set: { endedAt: past } });
    await eventually(async () => {
      await jobs.updateMany({ ...own, state: 'waiting' }, { $set: { due: past } });
      return (await jobs.countDocuments(own)) === 0;
    });
  }

  async function traces(sought: Sought): Promise<string[]> {
    const messages = scanMessages(await topics.read(), sought);
    const found = [...(await scanDatabases(database, sought)), ...scanFiles(skyshelf, sought)];
    return [...new Set([...found, ...(messages > 0 ? ['topics'] : [])])].toSorted();
  }

  /** Opaque ids: that the drive is gone, when that was, and what was paid and has to stay in the books. */
  const left = [
    ...serviceNames.map((name) => `${name}.closed: drive`),
    'gateway.deletions: drive',
    'billing.payments: drive',
  ].toSorted();

  /** The line that a restore of an older backup goes by. */
  const ofLedger = /^objects\/.*\/deleted-drive-[\w-]+: drive$/;

  /** Some of what there is before, of each sort, or a scan that finds nothing proves nothing. */
  const certain = [
    'catalog.elements: mark',
    'media.parked: mark',
    'storage.blobs: drive',
    'storage.blobs: key',
    expect.stringMatching(/^mails\/.*: mark$/),
    expect.stringMatching(/: content$/),
  ];

  it('goes by itself, and no one else is touched', async () => {
    const before = await keptOf(neighbour);
    const found = await traces(person);
    expect(found.length).toBeGreaterThan(40);
    expect(found).toEqual(expect.arrayContaining(certain));
    await person.client.call(routes.closeAccount);
    const operator = (...words: string[]) => typed(words, ofFolder(skyshelf.dataFolder));
    const isDone = new RegExp(`${person.drive} +done .*gone 20`);
    const patient = { timeoutMs: 120_000, intervalMs: 500 };
    await eventually(async () => isDone.test((await operator('deletions')).stdout), patient);
    const { code, ...said } = await operator('fsck', '--storage');
    expect(code, JSON.stringify(said)).toBe(0);
    expect(await keptOf(neighbour)).toEqual(before);
  });

  it('leaves nothing anywhere but ids of what is gone', async () => {
    await askAgain(person.drive);
    const messages = await topics.read();
    const named = scanMessages(messages, person);
    console.log(`${named} of ${messages.length} messages say something of it until they expire`);
    await topics.forget();
    expect(await traces(person)).toEqual(expect.arrayContaining(left));
    const more = (await traces(person)).filter((each) => !left.includes(each));
    expect(more).toEqual([expect.stringMatching(ofLedger)]);
  });
});
