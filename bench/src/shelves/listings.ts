import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { routes } from '@skyshelf/contracts';
import type { LaunchedSkyshelf } from '@skyshelf/testing';
import { Pool } from 'undici';
import { againstRaw, interleaved, median, percentile, rounded, type Figure } from '../figures.js';
import { ITEMS, READS_PER_WRITE, readOrWrite, type Reader } from '../listing-load.js';
import { load } from '../load.js';
import { processorSeconds, processTree } from '../processes.js';
import type { SizedShelf } from './filled-drives.js';

const READERS = 20;
const ROUNDS = 5;
const ROUND_MS = 2000;
const FRESH_TURNS = 100;

/**
 * Listing the top of drives of different sizes, against a bare server that sends the same bytes, and right
 * after a change.
 */
export async function benchListings(
  skyshelf: LaunchedSkyshelf,
  shelves: readonly SizedShelf[],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const shelf of shelves) figures.push(await compared(skyshelf, shelf));
  return [...figures, ...(await afterChanges(shelves))];
}

async function compared(skyshelf: LaunchedSkyshelf, shelf: SizedShelf): Promise<Figure> {
  const { client, token, listed, size } = shelf;
  const { bytes } = await client.send(routes.listFolder, { body: { url: '/', defaultLinks: false } });
  const raw = fork(join(import.meta.dirname, '..', 'raw-server.js'), { execArgv: [] });
  raw.send({ body: bytes.toString('utf8') });
  const [{ port }] = (await once(raw, 'message')) as [{ port: number }];
  const product = new Pool(skyshelf.url, { connections: READERS });
  const bare = new Pool(`http://127.0.0.1:${port}`, { connections: READERS });
  const reader = (worker: number): Reader => ({ token, element: listed[worker % listed.length] ?? '' });
  const run = async (pool: Pool, milliseconds: number[] = []) => {
    const result = await load(READERS, ROUND_MS, (worker, turn) => readOrWrite(pool, reader(worker), turn));
    milliseconds.push(...result.milliseconds);
    return result;
  };
  const latencies: number[] = [];
  const costs: number[] = [];
  try {
    const measured = async () => {
      const before = processorOf(skyshelf);
      const { perSecond, milliseconds } = await run(product, latencies);
      costs.push(((processorOf(skyshelf) - before) * 1000) / milliseconds.length);
      return perSecond;
    };
    const result = await interleaved(ROUNDS, measured, async () => (await run(bare)).perSecond);
    return {
      name: `listing ${listed.length} of a drive of ${size}, ${READERS} readers, 1 write per ${READS_PER_WRITE} reads`,
      ...againstRaw(result, '/s'),
      // Few items are small change for the yardstick.
      goal: listed.length < ITEMS ? 'measured' : '≥ 0.3×',
      met: listed.length < ITEMS || result.ratio >= 0.3,
      details: {
        p50: rounded(percentile(latencies, 0.5)),
        p99: rounded(percentile(latencies, 0.99)),
        processorMs: rounded(median(costs)),
        bytes: bytes.length,
      },
    };
  } finally {
    await product.close();
    await bare.close();
    raw.kill();
  }
}

/** Adds up the product and its database. */
const processorOf = (skyshelf: LaunchedSkyshelf): number =>
  processTree(skyshelf.pid()).reduce((sum, pid) => sum + processorSeconds(pid), 0);

/** One listing right after each change: nothing of it is ready then. Turn by turn over the drives. */
async function afterChanges(shelves: readonly SizedShelf[]): Promise<Figure[]> {
  const times = new Map<SizedShelf, number[]>(shelves.map((shelf) => [shelf, []]));
  for (let turn = 0; turn < FRESH_TURNS; turn += 1)
    for (const shelf of shelves) {
      const id = shelf.listed[0] ?? '';
      const obj = { linkname: `a change ${turn}` };
      await shelf.client.call(routes.editElement, { body: { url: '/', id, obj } });
      const began = performance.now();
      await shelf.client.send(routes.listFolder, { body: { url: '/', defaultLinks: false } });
      times.get(shelf)?.push(performance.now() - began);
    }
  const full = [...times].filter(([{ listed }]) => listed.length >= ITEMS);
  const least = percentile(full[0]?.[1] ?? [0], 0.5);
  return full.map(([{ listed, size }, milliseconds]) => {
    const p50 = percentile(milliseconds, 0.5);
    return {
      name: `listing ${listed.length} right after a change, drive of ${size}`,
      value: rounded(p50),
      unit: 'ms',
      raw: rounded(least),
      ratio: rounded(p50 / least),
      goal: 'flat (≤ 1.2×)',
      met: p50 / least <= 1.2,
      details: { p99: rounded(percentile(milliseconds, 0.99)) },
    };
  });
}
