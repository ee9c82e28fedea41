import { randomBytes, randomUUID } from 'node:crypto';
import { limits, routes } from '@skyshelf/contracts';
import { apiClient, type ApiClient, type LaunchedSkyshelf } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { interleaved, rounded, type Figure } from './figures.js';
import { inParallel, load } from './load.js';

const USERS = 16;
const BYTES = 8 * 1024;
const durable = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', j: true } } as const;

/** 8 KB uploads as the browser sends them (batches of ten, five at a time), 16 users, against bare durable commits of an event, a row and a counter. */
export async function benchUploads(
  skyshelf: LaunchedSkyshelf,
  mongoUri: string,
  { rounds = 5, roundMs = 4000 } = {},
): Promise<Figure[]> {
  const clients: ApiClient[] = [];
  for (let user = 0; user < USERS; user += 1)
    clients.push(apiClient(skyshelf.url, await skyshelf.token(`uploader-${user}`), { connections: 8 }));
  const mongo = await new MongoClient(mongoUri).connect();
  try {
    const result = await interleaved(
      rounds,
      async () => (await load(USERS, roundMs, (worker) => uploadBatch(clients[worker]))).perSecond,
      async () => (await load(USERS, roundMs, (worker, turn) => rawCommit(mongo, worker, turn))).perSecond,
    );
    return [
      {
        name: `uploads of 8 KB, ${USERS} users`,
        value: rounded(result.product, 0),
        unit: '/s',
        raw: rounded(result.yardstick, 0),
        ratio: rounded(result.ratio),
        goal: '≥ 0.5×',
        met: result.ratio >= 0.5,
      },
    ];
  } finally {
    for (const client of clients) client.close();
    await mongo.db('bench_raw').dropDatabase();
    await mongo.close();
  }
}

/** @returns how many files it brought in */
async function uploadBatch(client: ApiClient | undefined): Promise<number> {
  if (!client) throw new Error('more workers than users');
  const files = Array.from({ length: limits.maxFilesPerBatch }, () => ({
    name: `${randomUUID()}.bin`,
    size: BYTES,
    type: 'application/octet-stream',
  }));
  const { docs } = await client.call(routes.startUpload, { body: { url: '/', files } });
  const receipts: string[] = [];
  await inParallel(docs.length, limits.parallelUploads, async (index) => {
    const headers = { 'upload-grant': docs[index]?.grant ?? '' };
    receipts[index] = (await client.call(routes.sendBytes, { bytes: randomBytes(BYTES), headers })).receipt;
  });
  const admitted = await client.call(routes.admitUploads, {
    body: { url: '/', files: receipts.map((receipt) => ({ receipt })) },
  });
  if (admitted.docs.ops.length !== files.length)
    throw new Error(`only ${admitted.docs.ops.length} files were admitted`);
  return files.length;
}

async function rawCommit(mongo: MongoClient, worker: number, turn: number): Promise<void> {
  const db = mongo.db('bench_raw');
  const drive = `drive-${worker}`;
  await mongo.withSession((session) =>
    session.withTransaction(async () => {
      await db
        .collection<{ _id: string }>('drives')
        .updateOne({ _id: drive }, { $inc: { version: 1, used: BYTES } }, { session, upsert: true });
      await db
        .collection('rows')
        .insertOne({ drive, name: `${turn}-${randomUUID()}`, size: BYTES }, { session });
      await db
        .collection('facts')
        .insertOne({ drive, turn, data: { name: randomUUID(), size: BYTES } }, { session });
    }, durable),
  );
}
