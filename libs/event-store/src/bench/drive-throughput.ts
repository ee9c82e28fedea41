import { MongoClient } from 'mongodb';
import { newDrive } from '../testing/open-shelf.js';
import { createRawDrives } from './raw-drives.js';
import { interleaved, type Comparison } from './rounds.js';
import { createBenchedStore } from './stored-drives.js';

export interface ThroughputOptions {
  /** A server whose `w: majority` waits for the journal. */
  uri: string;
  rounds?: number;
  roundMs?: number;
}

export interface ThroughputReport {
  comparisons: Comparison[];
  /** Transactions of ours that were tried again, all rounds together. */
  retries: number;
}

const times = <T>(n: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, make));

/** Commands a second of one drive under 16 writers and of 16 drives with one writer each, beside a raw driver loop with the same durable writes. */
export async function measureDriveThroughput({
  uri,
  rounds = 5,
  roundMs = 3_000,
}: ThroughputOptions): Promise<ThroughputReport> {
  const client = await new MongoClient(uri).connect();
  const [ours, raw] = ['bench_store', 'bench_raw'].map((name) => client.db(name));
  if (!ours || !raw) throw new Error('unreachable');
  await ours.dropDatabase();
  await raw.dropDatabase();
  const benched = await createBenchedStore(client, ours);
  const rawDrives = await createRawDrives(client, raw);
  const contest = async (
    name: string,
    writers: (() => Promise<void>)[],
    rawWriters: (() => Promise<void>)[],
  ) => interleaved(name, { name: 'store', writers }, { name: 'raw', writers: rawWriters }, rounds, roundMs);

  const shared = await benched.writer(newDrive());
  const comparisons = [
    await contest(
      'one drive, 16 writers (raw: one loop, as writers of one drive would only meet)',
      Array.from({ length: 16 }, () => shared),
      [await rawDrives.writer(newDrive())],
    ),
    await contest(
      '16 drives, one writer each',
      await times(16, () => benched.writer(newDrive())),
      await times(16, () => rawDrives.writer(newDrive())),
    ),
  ];
  await benched.store.close();
  await client.close();
  return { comparisons, retries: benched.retries() };
}
