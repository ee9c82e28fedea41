import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { routes, type ElementView } from '@skyshelf/contracts';
import { apiClient, eventually, uploadFile, type ApiClient, type LaunchedSkyshelf } from '@skyshelf/testing';
import { atLeast, atMost, percentile, rounded, type Figure } from './figures.js';
import { inParallel } from './load.js';
import { sampleJpeg } from './sample-jpeg.js';
import { uploadingUsers } from './uploading-users.js';

const PROBES = 8;
const UPLOAD_TURN_MS = 4000;

/**
 * One user brings 500 photos, 20 films, 50 documents and a hostile drawing; what another one notices of it,
 * and whether all of it ends.
 */
export async function benchFairness(
  skyshelf: LaunchedSkyshelf,
  { photos = 500, films = 20, documents = 50 } = {},
): Promise<Figure[]> {
  const many = apiClient(skyshelf.url, await skyshelf.token('many'), { connections: 6 });
  const few = apiClient(skyshelf.url, await skyshelf.token('few'), { connections: 2 });
  const uploaders = await uploadingUsers(skyshelf, 1);
  try {
    const quiet = await uploaders.turn(UPLOAD_TURN_MS);
    await bringAll(many, { photos, films, documents });
    const before = await openJobs(many);
    const busy = await uploaders.turn(UPLOAD_TURN_MS);
    const photo = await times(PROBES, () => photoTime(few));
    const document = await times(3, () => documentTime(few));
    const after = await openJobs(many);
    const stopped = performance.now();
    await skyshelf.stop();
    const stopMs = performance.now() - stopped;
    await skyshelf.restart();
    const again = apiClient(skyshelf.url, await skyshelf.token('many'));
    await eventually(async () => (await openJobs(again)) === 0, { timeoutMs: 1_800_000, intervalMs: 1000 });
    const { docs } = await again.call(routes.listJobs);
    again.close();
    const open = `${before} → ${after}`;
    return [
      figure('another’s photo, uploaded → thumbnail', photo, 2000, { open }),
      figure('another’s document, opened → PDF', document, 8000, { open }),
      atLeast(
        'another’s uploads of 8 KB meanwhile',
        { product: busy, yardstick: quiet, ratio: busy / quiet },
        [0.9, 'files/s'],
      ),
      figure('a stop in the middle of it', [stopMs], 10_000, {
        'given up in the end': JSON.stringify(Object.groupBy(docs, ({ reason }) => reason ?? '')).slice(
          0,
          200,
        ),
      }),
    ];
  } finally {
    for (const each of [many, few, uploaders]) each.close();
  }
}

const figure = (name: string, all: number[], goal: number, details: Record<string, string>): Figure =>
  atMost(`${name}, the worst of ${all.length}`, Math.max(...all), [goal, 'ms'], {
    digits: 0,
    details: { p50: rounded(percentile(all, 0.5), 0), ...details },
  });

async function times(count: number, measure: () => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < count; n += 1) all.push(await measure());
  return all;
}

const openJobs = async (client: ApiClient): Promise<number> => (await client.call(routes.listJobs)).open;

async function bringAll(
  client: ApiClient,
  { photos, films, documents }: { photos: number; films: number; documents: number },
): Promise<void> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><filter id="f" x="0" y="0" width="1" height="1">${'<feMorphology radius="100 100"/>'.repeat(1000)}</filter><rect width="400" height="400" filter="url(#f)"/></svg>`;
  await uploadFile(client, { name: 'drawing.svg', type: 'image/svg+xml', bytes: Buffer.from(drawing) });
  const film = await sampleFilm();
  await inParallel(films, 4, async (n) => {
    await uploadFile(client, { name: `film ${n}.mp4`, type: 'video/mp4', bytes: other(film, n) });
  });
  const samples = await Promise.all(Array.from({ length: 8 }, () => sampleJpeg(1632, 1224)));
  await inParallel(photos, 6, async (n) => {
    const bytes = other(samples[n % samples.length] ?? film, n);
    await uploadFile(client, { name: `photo ${n}.jpg`, type: 'image/jpeg', bytes });
  });
  const papers: ElementView[] = [];
  await inParallel(
    documents,
    4,
    async (n) => void papers.push(await uploadFile(client, paper(`paper ${n}`))),
  );
  // Opened, and not waited for.
  for (const each of papers) open(client, each).catch(() => {});
}

/** Makes another file with the same content. */
const other = (bytes: Buffer, n: number): Buffer => Buffer.concat([bytes, Buffer.from(String(n))]);

const paper = (name: string) => ({
  name: `${name} ${randomUUID()}.rtf`,
  type: 'application/rtf',
  bytes: Buffer.from(`{\\rtf1\\ansi ${name}. ${'A line of it.\\par '.repeat(200)}}`),
});

const open = (client: ApiClient, { _id: id, linkurl }: ElementView) =>
  client.call(routes.convertDocument, { body: { id, linkurl: linkurl ?? '' } });

async function sampleFilm(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'skyshelf-bench-'));
  try {
    const path = join(folder, 'film.mp4');
    const source = '-f lavfi -i testsrc2=size=1280x720:rate=25:duration=10';
    const words = `-nostdin ${source} -preset ultrafast -crf 40 -g 50 ${path}`;
    await promisify(execFile)('ffmpeg', words.split(' '));
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function photoTime(client: ApiClient): Promise<number> {
  const name = `${randomUUID()}.jpg`;
  const { _id: id } = await uploadFile(client, {
    name,
    type: 'image/jpeg',
    bytes: await sampleJpeg(1632, 1224),
  });
  const began = performance.now();
  await eventually(
    async () => {
      const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
      return docs.some(({ _id, thumbnailImage }) => _id === id && thumbnailImage !== null);
    },
    { timeoutMs: 60_000, intervalMs: 20 },
  );
  return performance.now() - began;
}

async function documentTime(client: ApiClient): Promise<number> {
  const uploaded = await uploadFile(client, paper('report'));
  const began = performance.now();
  await eventually(async () => 'ok' in (await open(client, uploaded)), { timeoutMs: 120_000 });
  return performance.now() - began;
}
