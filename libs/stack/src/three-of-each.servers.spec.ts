import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStack } from './start-stack.js';
import type { Stack } from './stack.js';
import { canRun } from '../testing/can-run.js';
import { becomesHealthy, named } from '../testing/faults.contract.js';
import { KafkaLog } from '../testing/kafka-log.js';
import { scratchFolder } from '../testing/scratch-folder.js';
import { waitUntil } from './wait-until.js';

const here = await canRun('kafka', 'toxiproxy');

describe.skipIf(!here)('a stack of three MongoDB members and three brokers', { timeout: 240_000 }, () => {
  const folder = scratchFolder();
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({
      folder: `${folder.path}/stack`,
      mongod: 3,
      kafka: 3,
      s3: null,
      proxied: true,
    });
  }, 300_000);
  afterAll(async () => {
    await stack?.wipe();
    folder.remove();
  }, 60_000);

  it('elects another primary when the first one is killed or cut off, and loses nothing acknowledged', async () => {
    const client = new MongoClient(stack.mongodbUri!, { serverSelectionTimeoutMS: 60_000 });
    const books = client.db('shelf').collection<{ _id: number }>('books');
    const put = (_id: number) =>
      waitUntil(
        async () => {
          const answer = await books
            .updateOne({ _id }, { $set: { here: true } }, { upsert: true, writeConcern: { w: 'majority' } })
            .catch(() => undefined);
          return answer !== undefined;
        },
        { deadlineMs: 60_000, complaint: `book ${_id} could not be written` },
      );
    try {
      await put(1);
      const first = await primaryOf(stack, client);
      await first.kill();
      await put(2);
      const second = await primaryOf(stack, client);
      expect(second.name).not.toBe(first.name);
      await first.start();
      await second.cut();
      await put(3);
      await second.reconnect();
      await becomesHealthy(second);
      expect(await books.countDocuments()).toBe(3);
    } finally {
      await client.close();
    }
  });

  it('goes on taking messages when the leading broker is killed, and has them all when it is back', async () => {
    const log = new KafkaLog(stack.kafka!, 'shelf');
    await log.create(3);
    await log.append('one');
    const leader = named(stack, `kafka-${await log.leader()}`);
    await leader.kill();
    await log.append('two');
    await leader.start();
    await becomesHealthy(leader);
    await log.append('three');
    expect(await log.texts()).toEqual(['one', 'two', 'three']);
  });
});

/** The member that the client's address for the primary belongs to. */
async function primaryOf(stack: Stack, client: MongoClient) {
  let address = '';
  await waitUntil(
    async () => {
      const hello = await client.db('admin').command({ hello: 1 }, { readPreference: 'primary' });
      address = String(hello.primary ?? '');
      return address !== '';
    },
    { deadlineMs: 60_000, complaint: 'there is no primary' },
  );
  const [, hosts = ''] = /@([^/]+)\//.exec(stack.mongodbUri ?? '') ?? [];
  const all = hosts.split(',');
  expect(all).toContain(address);
  return named(stack, `mongod-${all.indexOf(address) + 1}`);
}
