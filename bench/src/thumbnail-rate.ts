import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { apiClient, databaseUriOf, eventually, launchSkyshelf, uploadFile } from '@skyshelf/testing';
import { MongoClient, type Collection } from 'mongodb';
import { atLeast, interleaved, type Figure } from './figures.js';
import { inParallel } from './load.js';
import { sampleJpeg } from './sample-jpeg.js';

const sizes = [
  { megapixels: 2, width: 1632, height: 1224 },
  { megapixels: 12, width: 4000, height: 3000 },
] as const;
const LEAST = 0.92;

/**
 * Thumbnails a second from a queue of photos, against a loop of sharp alone with the same settings in as many
 * processes.
 */
export async function benchThumbnailRate({ photos = 200, rounds = 3 } = {}): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { megapixels, width, height } of sizes) {
    const samples = await Promise.all(Array.from({ length: 8 }, () => sampleJpeg(width, height)));
    // A comment behind the end makes each file another one.
    const files = Array.from({ length: photos }, (_, n) =>
      Buffer.concat([samples[n % samples.length] ?? Buffer.alloc(0), Buffer.from(String(n))]),
    );
    const run = await interleaved(
      rounds,
      () => productRate(files),
      () => rawRate(files),
    );
    const name = `thumbnails of ${photos} photos of ${megapixels} MP that wait`;
    figures.push(atLeast(name, run, [LEAST, 'photos/s']));
  }
  return figures;
}

/** The photos come while no process makes thumbnails; then one does. */
async function productRate(files: readonly Buffer[]): Promise<number> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'skyshelf-bench-'));
  const env = { RATE_UNLIMITED: '127.0.0.1,::1' };
  try {
    const idle = await launchSkyshelf({ dataFolder, env: { ...env, MEDIA_ROLES: 'website' } });
    const client = apiClient(idle.url, await idle.token('photographer'), { connections: 4 });
    await inParallel(files.length, 4, async (n) => {
      const bytes = files[n] ?? Buffer.alloc(0);
      await uploadFile(client, { name: `photo ${n}.jpg`, type: 'image/jpeg', bytes });
    });
    await withJobs(dataFolder, (jobs) =>
      eventually(async () => (await jobs.countDocuments({ kind: 'thumbnail' })) === files.length),
    );
    client.close();
    await idle.stop();
    const working = await launchSkyshelf({ dataFolder, env });
    const rate = await withJobs(dataFolder, (jobs) => rateOf(jobs, files.length));
    await working.stop();
    return rate;
  } finally {
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function withJobs<T>(dataFolder: string, work: (jobs: Collection) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(await databaseUriOf(dataFolder, 'standalone'));
  try {
    return await work(client.db('skyshelf_media').collection('jobs'));
  } finally {
    await client.close();
  }
}

/** Measures from the first job that is done to the last. */
async function rateOf(jobs: Collection, count: number): Promise<number> {
  const done = { kind: 'thumbnail', state: 'done' };
  await eventually(async () => (await jobs.countDocuments(done)) === count, {
    timeoutMs: 120_000,
    intervalMs: 200,
  });
  const ended = await jobs.distinct('ended', done);
  const times = (ended as Date[]).map((each) => each.getTime());
  return ((count - 1) * 1000) / (Math.max(...times) - Math.min(...times));
}

/** The same files through sharp, in processes that do nothing else. */
async function rawRate(files: readonly Buffer[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-bench-'));
  const processes = Math.min(4, availableParallelism());
  try {
    for (const [n, bytes] of files.entries()) writeFileSync(join(folder, `${n}.jpg`), bytes);
    const loop = resolve(import.meta.dirname, 'raw-thumbnails.js');
    const runs = Array.from({ length: processes }, (_, share) =>
      spawn(process.execPath, [loop, folder, String(share), String(processes)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    const spans = await Promise.all(
      runs.map(async (run) => {
        const [line] = (await once(run.stdout, 'data')) as [Buffer];
        return JSON.parse(line.toString()) as [number, number];
      }),
    );
    const first = Math.min(...spans.map(([begun]) => begun));
    const last = Math.max(...spans.map(([, end]) => end));
    return (files.length * 1000) / (last - first);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
