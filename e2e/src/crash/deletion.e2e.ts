import { randomBytes } from 'node:crypto';
import { routes, serviceNames, type DriveId } from '@skyshelf/contracts';
import {
  apiClient,
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
import { driveOf } from '../setup/drive-of.js';
import { enoughIn } from '../setup/only-in.js';
import { unlimitedRates } from '../unlimited-rates.js';
import { fillAccount } from './deletion/fill-account.js';
import { plant } from './deletion/plant.js';
import { contentsOf, scanDatabases, scanFiles, scanMessages, sha256, type Sought } from './deletion/scan.js';
import { killAtSteps, steps } from './deletion/steps.js';
import { openTopics, type Topics } from './deletion/topics.js';

/**
 * `npm run surroundings:full`: at each step of an account with 300 elements, and of as many small ones as
 * that takes.
 */
const isFull = process.env.DELETION_STEPS === 'all';
const SEED = Number(process.env.DELETION_SEED ?? Date.now() % steps.length);
const chosen = isFull ? steps : steps.slice(SEED % steps.length).slice(0, 1);
const MOST_PEOPLE = 12;

const once = enoughIn(
  'standalone',
  'services forget by the same code; npm run surroundings:full does it in a cluster too',
);

/** An account before it goes. */
interface Leaving extends Sought {
  drive: DriveId;
  client: ApiClient;
}

describe.runIf(once || isFull)(
  `an account that is deleted (DELETION_SEED=${SEED})`,
  { timeout: 900_000 },
  () => {
    let skyshelf: LaunchedSkyshelf;
    let database: RunningDatabase;
    let topics: Topics;
    let neighbour: DriveId;
    const gone: Leaving[] = [];

    beforeAll(async () => {
      skyshelf = await launchSkyshelf({ env: { ...unlimitedRates, ACCOUNT_DELETE_HOURS: '0' } });
      database = await databaseOf(skyshelf);
      topics = await openTopics(skyshelf, productMode());
      const stays = { mark: markOf(), elements: 10, stays: true };
      ({ drive: neighbour } = await fillAccount(skyshelf, database, stays));
      gone.push(await leaving(isFull ? 300 : 30));
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
      for (const hash of contentsOf(skyshelf, await keysOf(neighbour)).keys()) contents.delete(hash);
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
      return { ...kept, objects: [...contentsOf(skyshelf, await keysOf(drive)).keys()].toSorted() };
    }

    /** Lets the minutes pass after which all services are asked once more. */
    async function askAgain(drive: DriveId): Promise<void> {
      const past = new Date(Date.now() - 3_600_000);
      const jobs = database.collection('gateway', 'jobs');
      const own = { 'payload.drive': drive };
      await database
        .collection('gateway', 'deletions')
        .updateOne({ _id: drive }, { $set: { endedAt: past } });
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

    it(`goes by itself, whenever it is killed (${chosen.length} steps)`, async () => {
      const before = await keptOf(neighbour);
      const waiting = new Set(chosen);
      expect((await traces(gone[0]!)).length).toBeGreaterThan(40);
      for (let people = 0; waiting.size > 0 && people < MOST_PEOPLE; people += 1) {
        const person = (gone[people] ??= await leaving(10));
        const begin = () => person.client.call(routes.closeAccount);
        const killed = await killAtSteps(skyshelf, database, { drive: person.drive, at: waiting, begin });
        console.log(`killed at: ${killed.join(', ')}`);
        for (const step of killed) waiting.delete(step);
      }
      expect([...waiting]).toEqual([]);
      const operator = (...words: string[]) => typed(words, ofFolder(skyshelf.dataFolder));
      const { stdout } = await operator('deletions');
      for (const { drive } of gone) expect(stdout).toMatch(new RegExp(`${drive} +done .*gone 20`));
      const { code, ...said } = await operator('fsck', '--storage');
      expect(code, JSON.stringify(said)).toBe(0);
      expect(await keptOf(neighbour)).toEqual(before);
    });

    it('leaves nothing anywhere but ids of what is gone', async () => {
      for (const { drive } of gone) await askAgain(drive);
      const messages = await topics.read();
      const named = gone.reduce((sum, person) => sum + scanMessages(messages, person), 0);
      console.log(`${named} of ${messages.length} messages say something of them until they expire`);
      await topics.forget();
      for (const person of gone) expect(await traces(person)).toEqual(left);
    });

    it('is looked for by a scan that finds whatever is planted', async () => {
      const [person] = gone as [Leaving];
      const planted = await plant(skyshelf, database, person);
      const found = await traces(person);
      expect(planted.found.filter((each) => !found.includes(each))).toEqual([]);
      await planted.remove();
      expect(await traces(person)).toEqual(left);
    });

    it('is a new one, with nothing, for its owner who comes back', async () => {
      const [{ drive, mark }] = gone as [Leaving];
      const token = await skyshelf.token(mark);
      expect(driveOf(token)).not.toBe(drive);
      const client = apiClient(skyshelf.url, token);
      const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
      expect(docs).toEqual([]);
      expect(await client.call(routes.readNotices)).toEqual({ address: null, asked: null });
      expect((await client.call(routes.readTakeout)).takeout).toBeNull();
      expect((await client.call(routes.listSessions)).docs).toHaveLength(1);
      expect((await client.call(routes.listSubscriptions)).docs).toEqual([]);
      client.close();
    });
  },
);
