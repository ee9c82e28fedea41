import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { routes } from '@skyshelf/contracts';
import { apiClient, type LaunchedSkyshelf } from '@skyshelf/testing';
import { Pool } from 'undici';
import { atLeast, interleaved, percentile, rounded, type Figure } from './figures.js';
import { fillReaders, ITEMS, READS_PER_WRITE, readOrWrite, type Reader } from './listing-load.js';
import { load } from './load.js';

const USERS = 100;

/**
 * Listing 1,000 items through the gateway, 100 users, one write per 50 reads, against a bare server that
 * sends the same bytes.
 */
export async function benchListing(
  skyshelf: LaunchedSkyshelf,
  { rounds = 5, roundMs = 3000 } = {},
): Promise<Figure[]> {
  const readers = await fillReaders(skyshelf, USERS);
  const body = await listingText(skyshelf, readers[0]);
  const raw = fork(join(import.meta.dirname, 'raw-server.js'), { execArgv: [] });
  raw.send({ body });
  const [{ port }] = (await once(raw, 'message')) as [{ port: number }];
  const product = new Pool(skyshelf.url, { connections: USERS });
  const bare = new Pool(`http://127.0.0.1:${port}`, { connections: USERS });
  const latencies: number[] = [];
  try {
    const result = await interleaved(
      rounds,
      async () => {
        const { perSecond, milliseconds } = await load(USERS, roundMs, (worker, turn) =>
          readOrWrite(product, readers[worker], turn),
        );
        latencies.push(...milliseconds);
        return perSecond;
      },
      async () =>
        (await load(USERS, roundMs, (worker, turn) => readOrWrite(bare, readers[worker], turn))).perSecond,
    );
    const name = `listing ${ITEMS} items, ${USERS} users, 1 write per ${READS_PER_WRITE} reads`;
    const [p50, p99] = [0.5, 0.99].map((share) => rounded(percentile(latencies, share))) as [number, number];
    return [atLeast(name, result, [0.3, '/s'], { p50, p99, bytes: body.length })];
  } finally {
    await product.close();
    await bare.close();
    raw.kill();
  }
}

async function listingText(skyshelf: LaunchedSkyshelf, reader: Reader | undefined): Promise<string> {
  const client = apiClient(skyshelf.url, reader?.token ?? '');
  const answer = await client.send(routes.listFolder, { body: { url: '/', defaultLinks: false } });
  client.close();
  return answer.bytes.toString('utf8');
}
