import { createBenchedStore, createRawDrives, newDrive } from '@skyshelf/event-store/bench';
import { MongoClient } from 'mongodb';
import { interleaved, percentile, rounded, type Figure } from './figures.js';
import { load } from './load.js';

const WRITERS = 16;

type Write = () => Promise<void>;

interface Contest {
  name: string;
  /** Unit: commands a second. */
  floor: number;
  store: Write[];
  raw: Write[];
  retries(): number;
}

/**
 * Commands a second of the drive store compared with a raw driver loop with the same durable writes (event,
 * row and counters in one transaction, `w: majority`, `j: true`) and none of its reads and rules. Of one
 * drive the raw loop is alone, the fastest it can be: two would only meet in the drive's counters.
 */
export async function benchDrives(mongoUri: string, { rounds = 7, roundMs = 3000 } = {}): Promise<Figure[]> {
  const client = await new MongoClient(mongoUri, { appName: 'skyshelf-bench' }).connect();
  const databases = [client.db('bench_store'), client.db('bench_raw')] as const;
  for (const database of databases) await database.dropDatabase();
  const store = await createBenchedStore(client, databases[0]);
  const raw = await createRawDrives(client, databases[1]);
  const writers = (count: number, of: { writer(drive: ReturnType<typeof newDrive>): Promise<Write> }) =>
    Promise.all(Array.from({ length: count }, () => of.writer(newDrive())));
  const [shared] = await writers(1, store);
  if (!shared) throw new Error('unreachable');
  const { retries } = store;
  const figures = [
    await measure(
      {
        name: 'one drive, 16 writers',
        floor: 300,
        store: Array(WRITERS).fill(shared),
        raw: await writers(1, raw),
        retries,
      },
      rounds,
      roundMs,
    ),
    await measure(
      {
        name: '16 drives, 16 writers',
        floor: 700,
        store: await writers(WRITERS, store),
        raw: await writers(WRITERS, raw),
        retries,
      },
      rounds,
      roundMs,
    ),
  ];
  await store.store.close();
  for (const database of databases) await database.dropDatabase();
  await client.close();
  return figures;
}

async function measure(
  { name, floor, store, raw, retries }: Contest,
  rounds: number,
  roundMs: number,
): Promise<Figure> {
  const latencies: number[] = [];
  const perSecond = async (writers: Write[], note?: number[]) => {
    const result = await load(
      writers.length,
      roundMs,
      (worker) => writers[worker]?.() ?? Promise.reject(new Error('no writer')),
    );
    note?.push(...result.milliseconds);
    return result.perSecond;
  };
  await load(store.length, roundMs / 3, (worker) => store[worker]?.() ?? Promise.resolve());
  await load(raw.length, roundMs / 3, (worker) => raw[worker]?.() ?? Promise.resolve());
  const before = retries();
  const result = await interleaved(
    rounds,
    () => perSecond(store, latencies),
    () => perSecond(raw),
  );
  const tried = retries() - before;
  return {
    name,
    value: Math.round(result.product),
    unit: 'commands/s',
    raw: Math.round(result.yardstick),
    ratio: rounded(result.ratio),
    goal: `≥ ${floor}/s, ≥ 0.8×, no retry storms`,
    met: result.product >= floor && result.ratio >= 0.8 && tried < latencies.length / 100,
    details: {
      p50ms: rounded(percentile(latencies, 0.5)),
      p99ms: rounded(percentile(latencies, 0.99)),
      retries: tried,
    },
  };
}
