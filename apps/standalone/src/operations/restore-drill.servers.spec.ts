import { routes } from '@skyshelf/contracts';
import { createKafkaBus } from '@skyshelf/event-bus';
import { runFsck } from '@skyshelf/operations';
import { canTest, eventually, testKafka, type TestKafka } from '@skyshelf/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recoveryCommands, runByHand } from '../../testing/by-hand.js';
import { RunningShelf, type ShelfUser } from '../../testing/running-shelf.js';
import { whileUsersWork } from '../../testing/while-users-work.js';

const patient = { timeoutMs: 60_000 };

/**
 * All services over a real Kafka. Their databases go back to a copy; the broker keeps what was published, and
 * has forgotten how far it was read.
 */
describe.skipIf(!(await canTest('kafka')))(
  'all databases from one backup, next to a Kafka that went on',
  () => {
    let kafka: TestKafka;
    let shelf: RunningShelf;
    beforeEach(async () => {
      kafka = await testKafka();
      const { brokers, sasl, topicPrefix } = kafka;
      const wire = { brokers, sasl, topicPrefix, partitions: 2, replication: 1, replica: 'drill' };
      shelf = await RunningShelf.start({
        retryOptions: { openBus: (options) => createKafkaBus({ ...options, ...wire }) },
      });
    }, 180_000);
    afterEach(async () => {
      await shelf?.stop();
      await kafka?.drop();
    }, 60_000);

    const people = (count: number): Promise<ShelfUser[]> =>
      Promise.all(Array.from({ length: count }, (_, n) => shelf.user(`person-${n}`)));
    const work = (users: readonly ShelfUser[], name: string, defaultLinks: boolean) =>
      Promise.all(
        users.map(async ({ client, file, folder }) => {
          await folder(name);
          await file(`${name}.zip`);
          await client.call(routes.changeSettings, { body: { obj: { defaultLinks } } });
        }),
      );
    const names = async ({ client }: ShelfUser): Promise<string[]> => {
      const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
      return docs.map(({ linkname }) => linkname).filter((name) => !/^(Folder )?\d/.test(name));
    };
    const fsck = () => runFsck(shelf.installation);
    const quiet = () =>
      eventually(
        async () =>
          expect(await shelf.collection('catalog', 'events').countDocuments({ pub: false })).toBe(0),
        patient,
      );

    async function loseWork(users: readonly ShelfUser[]) {
      await work(users, 'kept', true);
      const collections = await shelf.collections();
      const copy = await whileUsersWork(users.slice(0, 2), () => shelf.atOneMoment(collections));
      await work(users, 'lost', false);
      await quiet();
      return copy;
    }

    it('brings all of the copy, and new work reaches every service', async () => {
      const users = await people(10);
      const [first] = users as [ShelfUser];
      const copy = await loseWork(users);
      const { version: known } = await first.client.call(routes.listFolder, { body: { url: '/' } });
      await shelf.restart(async () => {
        await shelf.bringBack(copy);
        await kafka.forgetOffsets();
        await runByHand('restored', { MONGODB_URI: shelf.mongodbUri, SKYSHELF_DATA: shelf.folder });
      });
      const refused = await first.client.send(routes.listFolder, { body: { url: '/' } });
      expect(refused.status).toBe(401);
      const again = await people(10);
      await work(again, 'new', false);
      for (const words of recoveryCommands.filter((each) => !each.startsWith('restored')))
        await runByHand(words, { SKYSHELF_DATA: shelf.folder });
      expect((await fsck()).findings).toEqual([]);
      for (const user of again) expect(await names(user)).toEqual(['kept', 'new', 'kept.zip', 'new.zip']);
      const [back] = again as [ShelfUser];
      const changes = await back.client.call(routes.changes, { query: { since: String(known) } });
      expect(changes).toMatchObject({ resync: true });
      expect(changes.version).toBeGreaterThan(known);
      const shown = shelf.collection('catalog', 'settings').find({ _id: /:built-in-elements$/ });
      expect((await shown.toArray()).map(({ shown: each }) => each)).not.toContain(true);
    }, 600_000);

    it('is found to have lost events where the restore was not announced', async () => {
      const users = await people(4);
      const copy = await loseWork(users);
      await shelf.restart(async () => {
        await shelf.bringBack(copy);
        await kafka.forgetOffsets();
      });
      const storage = shelf.collection('storage', 'cursors');
      const versions = new Map(
        (await shelf.collection('catalog', 'drives').find().toArray()).map(({ _id, version }) => [
          _id,
          Number(version),
        ]),
      );
      // Old events are read again before new ones are made.
      await eventually(async () => {
        const found = await storage.find({ source: 'catalog' }).toArray();
        expect(found.some(({ drive, version }) => version > (versions.get(String(drive)) ?? 0))).toBe(true);
      }, patient);
      await work(await people(4), 'new', false);
      const rules = (await fsck()).findings.map(({ rule }) => rule);
      expect(rules).toContain('cursor-within-stream');
    }, 600_000);
  },
);
