import { measureReads } from '@skyshelf/catalog/measuring';
import { MongoClient } from 'mongodb';
import { atMost, percentile, rounded, type Figure } from './figures.js';

/** For searches everywhere; other reads are measured with them and have more to read. */
const GOAL_MS = 30;
const OTHER_GOAL_MS = 100;

/** Reads of a drive of a million elements, one user: what its index must answer at once. */
export async function benchSearch(
  mongoUri: string,
  { elements = Number(process.env.SEARCH_ELEMENTS ?? 1_000_000), turns = 100 } = {},
): Promise<Figure[]> {
  const client = await new MongoClient(mongoUri).connect();
  const db = client.db('bench_search');
  try {
    const huge = Math.min(100_000, Math.floor(elements / 10));
    const times = await measureReads({ client, db }, { elements, huge, turns });
    return Object.entries(times).map(([name, milliseconds]) => figure(name, elements, milliseconds));
  } finally {
    await db.dropDatabase();
    await client.close();
  }
}

function figure(name: string, elements: number, milliseconds: readonly number[]): Figure {
  const p50 = percentile(milliseconds, 0.5);
  const goal = name.startsWith('search everywhere') ? GOAL_MS : OTHER_GOAL_MS;
  const details = { p99: rounded(percentile(milliseconds, 0.99)) };
  return atMost(`${name}, drive of ${elements} elements, p50`, p50, [goal, 'ms'], { details });
}
