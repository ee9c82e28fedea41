import { randomUUID } from 'node:crypto';
import type { LaunchedSkyshelf } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { atLeast, interleaved, type Figure } from './figures.js';
import { load } from './load.js';
import {
  uploadBundle,
  UPLOAD_BYTES as BYTES,
  uploadingUsers,
  type UploadingUsers,
} from './uploading-users.js';

const USERS = 16;
const durable = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', j: true } } as const;

/**
 * 8 KB uploads in three calls each (batches of ten, five at a time) and in bundles, 16 users, against bare
 * durable commits of an event, a row and a counter.
 */
export async function benchUploads(
  skyshelf: LaunchedSkyshelf,
  mongoUri: string,
  { rounds = 5, roundMs = 4000 } = {},
): Promise<Figure[]> {
  const mongo = await new MongoClient(mongoUri).connect();
  const raw = async () =>
    (await load(USERS, roundMs, (worker, turn) => rawCommit(mongo, worker, turn))).perSecond;
  const figure = async (name: string, least: number, users: UploadingUsers): Promise<Figure> => {
    const result = await interleaved(rounds, () => users.turn(roundMs), raw);
    users.close();
    return atLeast(name, result, [least, '/s']);
  };
  try {
    const single = await figure(
      `uploads of 8 KB, ${USERS} users`,
      0.5,
      await uploadingUsers(skyshelf, USERS),
    );
    const bundled = await figure(
      `uploads of 8 KB in bundles of ten, ${USERS} users`,
      1,
      await uploadingUsers(skyshelf, USERS, uploadBundle),
    );
    return [single, bundled];
  } finally {
    await mongo.db('bench_raw').dropDatabase();
    await mongo.close();
  }
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
