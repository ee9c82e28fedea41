import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { downloadPath, filePath, limits, routes, type ElementView } from '@skyshelf/contracts';
import { createS3Store, type S3Store } from '@skyshelf/object-store';
import { apiClient, eventually, type ApiClient, type LaunchedSkyshelf } from '@skyshelf/testing';
import { onCluster } from '../cluster.js';
import { download } from '../downloads/zip-download.js';
import { atLeast, atMost, interleaved, rounded, type Figure } from '../figures.js';
import { forgetPeak, peakMb, processesOfService } from '../processes.js';
import { putByParts, SIZE, uploadByParts } from './parts.js';

const MB = 1_000_000;
const AT_ONCE = 5;
const MOST_MB = 150;

interface Scene {
  skyshelf: LaunchedSkyshelf;
  store: S3Store;
  part: Uint8Array<ArrayBuffer>;
}

/**
 * Files of 500 MB through the product on a cluster, up (parts straight into the store) and down (saved:
 * straight from the store; shown or played: through the product), against the same bytes into and out of the
 * same store by the S3 API alone, MB/s; then five at once, and how much memory storage takes for it.
 */
export const benchLarge = ({ rounds = 3 } = {}): Promise<Figure[]> =>
  onCluster(async ({ skyshelf, stack: { s3 } }) => {
    if (!s3) throw new Error('The stack has no S3 store');
    const store = await createS3Store({ ...s3, credentials: () => s3, bucket: 'bench-raw' });
    const scene = { skyshelf, store, part: new Uint8Array(randomBytes(limits.partBytes)) };
    const figures = [await up(scene, rounds), ...(await down(scene, rounds)), ...(await together(scene))];
    await store.close();
    return figures;
  });

let users = 0;

/** An account whose plan has room for the file: it comes by an event. */
async function newUser(skyshelf: LaunchedSkyshelf): Promise<{ client: ApiClient; token: string }> {
  const token = await skyshelf.token(`user-${(users += 1)}`);
  const client = apiClient(skyshelf.url, token, { connections: 4, timeoutMs: 120_000 });
  const hasRoom = async () => (await client.call(routes.usage)).result.available >= SIZE;
  await eventually(hasRoom, { timeoutMs: 60_000, intervalMs: 200 });
  return { client, token };
}

const speedOf = async (work: () => Promise<unknown>, bytes: number = SIZE): Promise<number> => {
  const begun = performance.now();
  await work();
  return bytes / MB / ((performance.now() - begun) / 1000);
};

const load = () => ({ load: rounded(loadavg()[0] ?? 0, 1) });

async function up({ skyshelf, store, part }: Scene, rounds: number): Promise<Figure> {
  const result = await interleaved(
    rounds,
    async () => {
      const { client } = await newUser(skyshelf);
      const speed = await speedOf(() => uploadByParts(client, part, 'film.bin'));
      client.close();
      return speed;
    },
    () => speedOf(async () => store.delete([await putByParts(store, part)])),
  );
  return atLeast('500 MB up, straight into the store', result, [0.95, 'MB/s'], load());
}

/** Navigates to the address as a browser does. */
const save = (url: URL, token: string) =>
  download(url, { token, headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } });

/** Where it is shown or played, and where it is saved. */
const urlsOf = (skyshelf: LaunchedSkyshelf, { linkurl }: ElementView): { shown: URL; saved: URL } => ({
  shown: new URL(filePath(linkurl ?? ''), skyshelf.url),
  saved: new URL(downloadPath([linkurl ?? '']), skyshelf.url),
});

async function down({ skyshelf, store, part }: Scene, rounds: number): Promise<Figure[]> {
  const { client, token } = await newUser(skyshelf);
  const { shown, saved } = urlsOf(skyshelf, await uploadByParts(client, part, 'film.bin'));
  client.close();
  const key = await putByParts(store, part);
  const raw = () =>
    speedOf(async () => {
      for await (const _ of (await store.get(key)).body);
    });
  const straight = await interleaved(rounds, () => speedOf(() => save(saved, token)), raw);
  const through = await interleaved(rounds, () => speedOf(() => download(shown, { token })), raw);
  await store.delete([key]);
  return [
    atLeast('500 MB down, saved', straight, [0.85, 'MB/s'], load()),
    atLeast('500 MB down, through the product', through, [0.85, 'MB/s'], load()),
  ];
}

/** Measures the memory of storage, the most of its processes: files are saved, then shown or played. */
async function together({ skyshelf, part }: Scene): Promise<Figure[]> {
  const storage = processesOfService(skyshelf.pid(), 'storage');
  const people = await Promise.all(Array.from({ length: AT_ONCE }, () => newUser(skyshelf)));
  const before = Math.round(Math.max(...storage.map(peakMb)));
  const files: ReturnType<typeof urlsOf>[] = [];
  const peakOf = async (name: string, work: () => Promise<object>): Promise<Figure> => {
    storage.forEach(forgetPeak);
    const speeds = await work();
    const peak = Math.round(Math.max(...storage.map(peakMb)));
    const title = `${AT_ONCE} of 500 MB at once, ${name}: peak memory of storage`;
    return atMost(title, peak, [MOST_MB, 'MB'], { details: { ...speeds, before, ...load() } });
  };
  const downAs = (how: 'saved' | 'shown') =>
    speedOf(async () => {
      const each = people.map(({ token }, index) => ({ token, url: files[index]?.[how] ?? new URL('/') }));
      await Promise.all(each.map(({ token, url }) => save(url, token)));
    }, SIZE * AT_ONCE);
  const figures = [
    await peakOf('up, then saved', async () => {
      const upSpeed = await speedOf(async () => {
        const elements = await Promise.all(
          people.map(({ client }) => uploadByParts(client, part, 'film.bin')),
        );
        files.push(...elements.map((element) => urlsOf(skyshelf, element)));
      }, SIZE * AT_ONCE);
      return {
        upMbPerSecond: rounded(upSpeed, 0),
        downMbPerSecond: rounded(await downAs('saved'), 0),
      };
    }),
    await peakOf('down through the product', async () => ({
      downMbPerSecond: rounded(await downAs('shown'), 0),
    })),
  ];
  for (const { client } of people) client.close();
  return figures;
}
