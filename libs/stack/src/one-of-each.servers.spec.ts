import { isAlive } from '@skyshelf/host';
import { Client } from 'minio';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findStack } from './open-stack.js';
import { startStack } from './start-stack.js';
import type { Stack } from './stack.js';
import { canRun } from '../testing/can-run.js';
import { waitUntilHealthy, named, testFaults } from '../testing/faults.contract.js';
import { scratchFolder } from '../testing/scratch-folder.js';

const here = await canRun('kafka', 'versitygw', 'otelcol', 'toxiproxy');

describe.skipIf(!here)(
  'a stack of one server of each kind, with proxies before them',
  { timeout: 240_000 },
  () => {
    const folder = scratchFolder();
    const options = { folder: `${folder.path}/stack`, otlp: true, proxied: true };
    let stack: Stack;
    beforeAll(async () => {
      stack = await startStack(options);
      await bucket(stack).makeBucket('shelf');
    }, 300_000);
    afterAll(async () => {
      await stack?.wipe();
      folder.remove();
    }, 60_000);

    // What a fault is does not depend on the server; those of Kafka are outages-over-kafka's in libs/event-bus.
    const current = () => stack;
    testFaults('mongod-1', current, {
      put: (text) =>
        shelf(stack, (books) => books.insertOne({ text }, { writeConcern: { w: 'majority', j: true } })),
      has: (text) => shelf(stack, async (books) => (await books.countDocuments({ text })) === 1),
    });
    testFaults('s3', current, {
      put: async (text) => void (await bucket(stack).putObject('shelf', 'object', text)),
      has: async (text) => (await bodyOf(bucket(stack), 'object')) === text,
    });

    it('is taken over by a second start as it runs', async () => {
      const pids = stack.servers.map((server) => server.pid());
      const [second, third] = await Promise.all([startStack(options), startStack(options)]);
      expect(second.servers.map((server) => server.pid())).toEqual(pids);
      expect([second.mongodbUri, second.kafka, second.s3, second.otlp]).toEqual([
        stack.mongodbUri,
        stack.kafka,
        stack.s3,
        stack.otlp,
      ]);
      expect(third.servers.map((server) => server.pid())).toEqual(pids);
    });

    it('starts only what does not run', async () => {
      const kafka = named(stack, 'kafka-1').pid();
      const s3 = named(stack, 's3').pid();
      await named(stack, 's3').kill();
      stack = await startStack(options);
      expect(named(stack, 'kafka-1').pid()).toBe(kafka);
      expect(named(stack, 's3').pid()).not.toBe(s3);
    });

    it('has its proxies back when they are started again', async () => {
      const toxiproxy = findStack(options.folder)?.servers.find(({ name }) => name === 'toxiproxy');
      await toxiproxy?.kill();
      expect(await named(stack, 's3').healthy()).toBe(false);
      await toxiproxy?.start();
      await Promise.all(stack.servers.map(waitUntilHealthy));
    });

    it('refuses to be another kind of stack, and says what to do', async () => {
      await expect(startStack({ ...options, mongod: 3 })).rejects.toThrow(
        /has mongod 1; for mongod 3 wipe it first/,
      );
      await expect(startStack({ ...options, proxied: false })).rejects.toThrow(
        /has proxies .* wipe it first/,
      );
    });

    it('leaves no process when it is taken down, and has its data and addresses when it is started again', async () => {
      await shelf(stack, (books) => books.insertOne({ text: 'kept' }));
      const pids = stack.servers.map((server) => server.pid());
      await stack.down();
      expect(pids.filter(isAlive)).toEqual([]);
      const again = await startStack(options);
      expect([again.mongodbUri, again.kafka, again.s3]).toEqual([stack.mongodbUri, stack.kafka, stack.s3]);
      expect(await shelf(again, (books) => books.countDocuments({ text: 'kept' }))).toBe(1);
    });
  },
);

async function shelf<T>(
  { mongodbUri }: Stack,
  use: (books: ReturnType<ReturnType<MongoClient['db']>['collection']>) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(mongodbUri!, { serverSelectionTimeoutMS: 60_000 });
  try {
    return await use(client.db('shelf').collection('books'));
  } finally {
    await client.close();
  }
}

function bucket({ s3 }: Stack): Client {
  const { hostname, port } = new URL(s3!.endpoint);
  return new Client({ ...s3!, endPoint: hostname, port: Number(port), useSSL: false });
}

async function bodyOf(client: Client, key: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await client.getObject('shelf', key)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
