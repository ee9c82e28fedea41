import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@skyshelf/contracts';
import {
  apiClient,
  eventually,
  launchSkyshelf,
  processesOf,
  RefusedCall,
  uploadFile,
  type ApiClient,
  type LaunchedSkyshelf,
  seeded,
} from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleImage } from '../sample-image.js';
import { enoughIn } from '../setup/only-in.js';
import { unlimitedRates } from '../unlimited-rates.js';
import { heavyFiles } from './heavy-files.js';

/**
 * All of them, or those whose names begin so: `npm run campaign -- heavy`. Its figures hold on a machine that does
 * nothing else.
 */
const { HEAVY_FILES } = process.env;
const isCampaign = HEAVY_FILES !== undefined;
const SAMPLE = 1;
const SEED = Number(process.env.HEAVY_SEED ?? Math.floor(Math.random() * 1e9));
const MOST_TOOLS_MB = 1200;
const MOST_WITHOUT_PROGRESS_MS = 120_000;
const MOST_PHOTO_MS = 1000;
const MOST_MORE_MB = 150;

const once = enoughIn('standalone', 'the same service starts the same tools in both');

describe.runIf(once)('files that ask much of tools', () => {
  let skyshelf: LaunchedSkyshelf;
  let heavy: ApiClient;
  let other: ApiClient;
  beforeAll(async () => {
    skyshelf = await launchSkyshelf({ env: unlimitedRates });
    heavy = apiClient(skyshelf.url, await skyshelf.token('heavy'), { timeoutMs: 120_000 });
    other = apiClient(skyshelf.url, await skyshelf.token('other'), { timeoutMs: 120_000 });
  });
  afterAll(async () => {
    heavy?.close();
    other?.close();
    await skyshelf?.dispose();
  });

  const asked = heavyFiles.filter(({ name }) => HEAVY_FILES === 'all' || name.startsWith(HEAVY_FILES ?? ''));
  const chosen = isCampaign ? asked : sampleOf(SAMPLE);

  it(
    `end one after the other, and leave memory and others alone (seed ${SEED}: ${chosen.length} files)`,
    async () => {
      await photoOf(other);
      const before = memoryOf(skyshelf).product;
      const watch = new AbortController();
      const tools = watchTools(skyshelf, watch.signal);
      const photos = sendPhotos(other, watch.signal);
      const ends: Record<string, string> = {};
      const go = async () => {
        for (const { name, type, make } of chosen) {
          const { _id: id, linkurl } = await uploadFile(heavy, { name, type, bytes: await make() });
          const began = performance.now();
          const end = await endOf(() => open(type, { id, linkurl: linkurl ?? '' }), heavy);
          ends[name] = end === 'made' ? ((await failedOf(heavy, id)) ?? end) : end;
          const took = Math.round(performance.now() - began);
          const more = Math.round(memoryOf(skyshelf).product - before);
          const most = Math.round(tools.most());
          if (isCampaign)
            console.log(
              `${name}: ${ends[name]} after ${took} ms, product +${more} MB, tools at most ${most} MB`,
            );
        }
      };
      await go().finally(() => watch.abort());
      const [took] = await Promise.all([photos, tools.ended]);
      let more = Infinity;
      await eventually(() => (more = memoryOf(skyshelf).product - before) <= MOST_MORE_MB, {
        timeoutMs: 60_000,
      }).finally(() =>
        console.log(
          JSON.stringify({ mostOfToolsMb: Math.round(tools.most()), moreMb: Math.round(more), photos: took }),
        ),
      );
      expect(Object.entries(ends).filter(([, end]) => end === 'stuck')).toEqual([]);
      expect(tools.most()).toBeLessThanOrEqual(MOST_TOOLS_MB);
      if (isCampaign) expect(took.filter((ms) => ms > MOST_PHOTO_MS)).toEqual([]);
    },
    isCampaign ? 7_200_000 : 600_000,
  );

  /** Asks like the page when a user opens it; true means that it is under way. Of pictures only the tile's is made. */
  async function open(type: string, body: { id: string; linkurl: string }): Promise<boolean> {
    if (type.startsWith('image/'))
      return !(await hasTile(heavy, body.id)) && !(await failedOf(heavy, body.id));
    const route = type.startsWith('video/') ? routes.convertVideo : routes.convertDocument;
    return 'wait' in (await heavy.call(route, { body }));
  }
});

function sampleOf(count: number): typeof heavyFiles {
  const random = seeded(SEED);
  // The largest take minutes to make, and some are given up when their time is over.
  const small = heavyFiles.filter(({ name }) => /^1-(?!nested|table)/.test(name));
  return small.toSorted(() => random() - 0.5).slice(0, count);
}

/** How a file ended: `made`, the words of its refusal, or `stuck` when nothing went on for too long. */
async function endOf(isUnderWay: () => Promise<boolean>, client: ApiClient): Promise<string> {
  let seen = '';
  let since = performance.now();
  let end = 'made';
  const look = async () => {
    const waits = await isUnderWay().catch((error: unknown) => {
      if (!(error instanceof RefusedCall) || error.status >= 500) throw error;
      end = error.body.error?.message ?? error.message;
      return false;
    });
    const { docs, open } = await client.call(routes.listJobs);
    const now = JSON.stringify(docs.filter(({ state }) => state !== 'failed'));
    if (now !== seen) [seen, since] = [now, performance.now()];
    return !waits && open === 0;
  };
  while (!(await look())) {
    if (performance.now() - since > MOST_WITHOUT_PROGRESS_MS) return 'stuck';
    await pause(500);
  }
  return end;
}

async function hasTile(client: ApiClient, id: string): Promise<boolean> {
  const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
  return Boolean(docs.find(({ _id }) => _id === id)?.thumbnailImage);
}

const failedOf = async (client: ApiClient, id: string): Promise<string | undefined> =>
  (await client.call(routes.listJobs)).docs.find(({ _id, state }) => _id === id && state === 'failed')
    ?.reason ?? undefined;

/** Uploads a photo and waits for the picture of its tile. @returns milliseconds */
async function photoOf(client: ApiClient): Promise<number> {
  const name = `${randomUUID()}.jpg`;
  const bytes = await sampleImage(1600, 1200, 'jpeg');
  const began = performance.now();
  const { _id } = await uploadFile(client, { name, type: 'image/jpeg', bytes });
  await eventually(() => hasTile(client, _id), { timeoutMs: 60_000 });
  return Math.round(performance.now() - began);
}

async function sendPhotos(client: ApiClient, signal: AbortSignal): Promise<number[]> {
  const took: number[] = [];
  while (!signal.aborted) {
    took.push(await photoOf(client));
    await pause(3000);
  }
  return took;
}

function watchTools(skyshelf: LaunchedSkyshelf, signal: AbortSignal) {
  let most = 0;
  const watch = async () => {
    while (!signal.aborted) {
      most = Math.max(most, memoryOf(skyshelf).tools);
      await pause(100);
    }
  };
  return { most: () => most, ended: watch() };
}

const MB_A_PAGE = 4096 / 2 ** 20;

/**
 * MiB that the product's own process holds, and all tools: what is each one's own, and the largest share of
 * what they map together. Where that is too much it is weighed exactly: a process that was just forked seems
 * to hold all that its parent does.
 */
function memoryOf({ dataFolder }: LaunchedSkyshelf): { product: number; tools: number } {
  const main = processesOf(dataFolder).find(({ command }) => /standalone\/main\.mjs/.test(command));
  if (!main) throw new Error('The product does not run.');
  const pids = childrenOf(main.pid)
    .filter((pid) => !/mongod|companion/.test(read(pid, 'cmdline')))
    .flatMap((pid) => [pid, ...childrenOf(pid, { all: true })]);
  const pages = pids.map(pagesOf);
  const own = pages.reduce((sum, [, resident = 0, files = 0]) => sum + resident - files, 0);
  const shared = Math.max(0, ...pages.map(([, , files = 0]) => files));
  const tools = (own + shared) * MB_A_PAGE;
  const product = (pagesOf(main.pid)[1] ?? 0) * MB_A_PAGE;
  return { product, tools: tools > MOST_TOOLS_MB ? proportionalMb(pids) : tools };
}

const proportionalMb = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0), 0) /
  1024;

const pagesOf = (pid: number) => read(pid, 'statm').split(' ').map(Number);

function childrenOf(pid: number, { all = false } = {}): number[] {
  const pids = threadsOf(pid)
    .flatMap((thread) => read(pid, 'task', thread, 'children').split(' '))
    .filter(Boolean)
    .map(Number);
  return all ? pids.flatMap((each) => [each, ...childrenOf(each, { all })]) : pids;
}

/** Linux lists the children of a process by the thread that started them. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Empty when the process has ended. */
function read(pid: number, ...path: string[]): string {
  try {
    return readFileSync(join('/proc', String(pid), ...path), 'latin1');
  } catch {
    return '';
  }
}
