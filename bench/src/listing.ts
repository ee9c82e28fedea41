import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { routes } from '@skyshelf/contracts';
import { apiClient, type LaunchedSkyshelf } from '@skyshelf/testing';
import { Pool } from 'undici';
import { interleaved, percentile, rounded, type Figure } from './figures.js';
import { inParallel, load } from './load.js';

const USERS = 100;
const ITEMS = 1000;
const READS_PER_WRITE = 50;

interface Reader {
  token: string;
  /** An element that this user renames at every write. */
  element: string;
}

/** Listing 1,000 items through the gateway, 100 users, one write per 50 reads, against a bare server that sends the same bytes. */
export async function benchListing(
  skyshelf: LaunchedSkyshelf,
  { rounds = 5, roundMs = 3000 } = {},
): Promise<Figure[]> {
  const readers: Reader[] = [];
  await inParallel(
    USERS,
    4,
    async (index) => void (readers[index] = await fill(skyshelf, `reader-${index}`)),
  );
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
    return [figure(result, latencies, body.length)];
  } finally {
    await product.close();
    await bare.close();
    raw.kill();
  }
}

function figure(
  result: { product: number; yardstick: number; ratio: number },
  latencies: number[],
  bytes: number,
): Figure {
  return {
    name: `listing ${ITEMS} items, ${USERS} users, 1 write per ${READS_PER_WRITE} reads`,
    value: rounded(result.product, 0),
    unit: '/s',
    raw: rounded(result.yardstick, 0),
    ratio: rounded(result.ratio),
    goal: '≥ 0.3×',
    met: result.ratio >= 0.3,
    details: { p50: rounded(percentile(latencies, 0.5)), p99: rounded(percentile(latencies, 0.99)), bytes },
  };
}

async function fill(skyshelf: LaunchedSkyshelf, user: string): Promise<Reader> {
  const token = await skyshelf.token(user);
  const client = apiClient(skyshelf.url, token, { connections: 32 });
  let element = '';
  await inParallel(ITEMS, 32, async (index) => {
    const obj = {
      linkname: `A page worth reading ${index}`,
      linktype: 'website',
      linkurl: `https://example.com/page/${index}`,
    };
    element = (await client.call(routes.addElement, { body: { url: '/', obj } })).docs._id;
  });
  client.close();
  return { token, element };
}

async function listingText(skyshelf: LaunchedSkyshelf, reader: Reader | undefined): Promise<string> {
  const client = apiClient(skyshelf.url, reader?.token ?? '');
  const answer = await client.send(routes.listFolder, { body: { url: '/' } });
  client.close();
  return answer.bytes.toString('utf8');
}

async function readOrWrite(pool: Pool, reader: Reader | undefined, turn: number): Promise<void> {
  if (!reader) throw new Error('more workers than users');
  const write = turn % (READS_PER_WRITE + 1) === READS_PER_WRITE;
  const body = write
    ? { url: '/', id: reader.element, obj: { linkname: `renamed ${turn} ${Date.now()}` } }
    : { url: '/' };
  const answer = await pool.request({
    method: 'POST',
    path: write ? '/api/edit/' : '/api/',
    headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.body.arrayBuffer();
  if (answer.statusCode !== 200) throw new Error(`listing: ${answer.statusCode}`);
}
