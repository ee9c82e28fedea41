/**
 * What storage's part of small uploads costs: PUT of 8 KB by 16 users at a time, against bare durable commits
 * of as many clients, in turns on one mongod. After `npm run build`:
 * `node services/storage/measure/small-uploads.mjs [rounds] [seconds]`.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInProcessBus } from '@skyshelf/event-bus';
import { createService } from '@skyshelf/service';
import { createIds, createStatementSigner, systemClock } from '@skyshelf/tokens';
import { startMongod } from '@skyshelf/host';
import { createFolderStore } from '@skyshelf/object-store';
import { createLogger, createMetrics } from '@skyshelf/telemetry';
import { MongoClient } from 'mongodb';
import { storage } from '@skyshelf/storage';

const [rounds = 5, seconds = 3] = process.argv.slice(2).map(Number);
const USERS = 16;
const BYTES = 8 * 1024;
const durable = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', j: true } };

const folder = await mkdtemp(join(process.env.MEASURE_FOLDER ?? tmpdir(), 'small-uploads-'));
const mongod = await startMongod({ dbPath: join(folder, 'db') });
const client = await new MongoClient(mongod.uri).connect();
const objects = await createFolderStore({ root: join(folder, 'objects') });
const logger = createLogger({ service: 'storage', level: 'warn' });
const bus = createInProcessBus({ logger, clock: systemClock });
const signer = createStatementSigner(() => ['a secret of the measurement, long enough']);
const runtime = {
  client,
  db: client.db('skyshelf_storage'),
  bus,
  logger,
  objects,
  signer,
  clock: systemClock,
  ids: createIds(),
  metrics: createMetrics('storage'),
  tokens: { verify: async (token) => ({ sub: token, drive: token, sid: token, name: token }) },
  peers: {},
  internalKeys: () => ['internal secret of the measurement'],
};
const service = await createService(storage, runtime);
await service.start();
const { port } = new URL(await service.listenInternal({ host: '127.0.0.1', port: 0 }));
const agent = new Agent({ keepAlive: true, maxSockets: USERS });
const content = randomBytes(BYTES + 4096);

function upload(user) {
  const grant = signer.sign({
    kind: 'upload-grant',
    uploadId: randomUUID(),
    drive: `user${user}`,
    user: `user${user}`,
    folderId: 'root',
    name: 'a.bin',
    size: BYTES,
    contentType: 'application/octet-stream',
    source: 'device',
    quota: 1e12,
    expires: Date.now() + 3600_000,
  });
  const headers = { authorization: `Bearer user${user}`, 'upload-grant': grant, 'content-length': BYTES };
  const offset = Math.floor(Math.random() * 4096);
  return new Promise((resolve, reject) => {
    const sending = request(
      { agent, port, host: '127.0.0.1', method: 'PUT', path: '/api/upload/bytes', headers },
      (answer) => {
        answer
          .resume()
          .on('end', () =>
            answer.statusCode === 200 ? resolve() : reject(new Error(String(answer.statusCode))),
          );
      },
    );
    sending.on('error', reject).end(content.subarray(offset, offset + BYTES));
  });
}

const raw = client.db('raw');
const commit = (user) =>
  client.withSession((session) =>
    session.withTransaction(async () => {
      await raw
        .collection('drives')
        .updateOne({ _id: user }, { $inc: { version: 1 } }, { session, upsert: true });
      await raw.collection('rows').insertOne({ user, name: randomUUID(), size: BYTES }, { session });
      await raw
        .collection('facts')
        .insertOne({ user, data: { name: randomUUID(), size: BYTES } }, { session });
    }, durable),
  );

/** Processor time so far, microseconds: ours, the server's. */
function processor() {
  const { user, system } = process.cpuUsage();
  const [utime, stime] = readFileSync(`/proc/${mongod.pid}/stat`, 'utf8')
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return [user + system, (utime + stime) * 10_000];
}

async function perSecond(work, ms) {
  const before = processor();
  const end = performance.now() + ms;
  let done = 0;
  const times = [];
  await Promise.all(
    Array.from({ length: USERS }, async (_, user) => {
      for (let begun = performance.now(); begun < end; begun = performance.now()) {
        await work(user);
        times.push(performance.now() - begun);
        done += 1;
      }
    }),
  );
  const [node, database] = processor().map((after, index) => (after - before[index]) / done);
  return {
    rate: (done * 1000) / ms,
    p50: times.sort((a, b) => a - b)[Math.floor(times.length / 2)],
    node,
    database,
  };
}

try {
  await perSecond(upload, 1000);
  await perSecond(commit, 1000);
  for (let round = 0; round < rounds; round += 1) {
    const ours = await perSecond(upload, seconds * 1000);
    const bare = await perSecond(commit, seconds * 1000);
    const shown = ({ rate, p50, node, database }) =>
      `${rate.toFixed(0)}/s (p50 ${p50.toFixed(1)} ms; µs of processor: node ${node.toFixed(0)}, mongod ${database.toFixed(0)})`;
    process.stdout.write(
      `uploads ${shown(ours)}  bare commits ${shown(bare)}  ratio ${(ours.rate / bare.rate).toFixed(2)}\n`,
    );
  }
} finally {
  await service.stop();
  await bus.close();
  await client.close();
  await objects.close();
  await mongod.stop();
  agent.destroy();
  await rm(folder, { recursive: true });
}
