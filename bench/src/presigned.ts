import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits, routes } from '@skyshelf/contracts';
import { createS3Store, type PartInfo, type S3Store } from '@skyshelf/object-store';
import { startStack } from '@skyshelf/stack';
import {
  apiClient,
  eventually,
  launchSkyshelf,
  type ApiClient,
  type LaunchedSkyshelf,
} from '@skyshelf/testing';
import { againstRaw, interleaved, type Figure } from './figures.js';

const SIZE = limits.maxUploadBytes;
/** As the page does. */
const LANES = 3;
const GOAL = 0.85;
const MB = 1_000_000;

type Part = Pick<PartInfo, 'partNumber' | 'etag'>;

/**
 * A file of 500 MB through the product on a cluster (leave, addresses, parts straight into the store, joining, admission) against the same parts in
 * the same lanes into the same store by the S3 API alone. MB/s.
 */
export async function benchPresigned({ rounds = 3 } = {}): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-bench-presigned-'));
  const stack = await startStack({ folder: join(folder, 'stack'), mongod: 1, kafka: 1, s3: 'versitygw' });
  if (!stack.s3) throw new Error('The stack has no S3 store');
  const skyshelf = await launchSkyshelf({
    mode: 'cluster',
    env: {
      STACK_FOLDER: join(folder, 'stack'),
      BILLING_OPENING_PLAN: 'Deluxe',
      RATE_UNLIMITED: '127.0.0.1,::1',
    },
  });
  const store = await createS3Store({ ...stack.s3, bucket: 'bench-raw' });
  const part = new Uint8Array(randomBytes(limits.partBytes));
  try {
    let user = 0;
    const result = await interleaved(
      rounds,
      async () => {
        const client = await newUploader(skyshelf, `uploader-${(user += 1)}`);
        const measured = await speed(() => throughProduct(client, part));
        client.close();
        return measured;
      },
      () => speed(() => raw(store, part)),
    );
    return [
      {
        name: '500 MB through presigned parts',
        ...againstRaw(result, 'MB/s'),
        goal: `≥ ${GOAL}×`,
        met: result.ratio >= GOAL,
      },
    ];
  } finally {
    await store.close();
    await skyshelf.dispose();
    await stack.wipe();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function speed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return SIZE / MB / ((performance.now() - begun) / 1000);
}

/** An account whose plan has room for the file: it comes by an event. */
async function newUploader(skyshelf: LaunchedSkyshelf, user: string): Promise<ApiClient> {
  const client = apiClient(skyshelf.url, await skyshelf.token(user), { connections: 4 });
  const hasRoom = async () => (await client.call(routes.usage)).result.available >= SIZE;
  await eventually(hasRoom, { timeoutMs: 60_000, intervalMs: 200 });
  return client;
}

async function throughProduct(client: ApiClient, part: Uint8Array<ArrayBuffer>): Promise<void> {
  const place = { url: '/' };
  const file = { name: 'film.bin', size: SIZE, type: 'application/octet-stream' };
  const started = await client.call(routes.startUpload, { body: { ...place, files: [file] } });
  const [leave] = started.docs;
  if (!leave) throw new Error(`No leave: ${JSON.stringify(started.warnings)}`);
  const state = await client.call(routes.startParts, { body: { grant: leave.grant } });
  const parts = await sendAll(state.urls, part);
  const params = { uploadId: state.uploadId };
  const { receipt } = await client.call(routes.completeParts, { params, body: { parts } });
  const { docs } = await client.call(routes.admitUploads, { body: { ...place, files: [{ receipt }] } });
  if (docs.ops.length !== 1) throw new Error('The file was not admitted');
}

async function raw(store: S3Store, part: Uint8Array<ArrayBuffer>): Promise<void> {
  const key = `raw-${randomBytes(8).toString('hex')}`;
  const id = await store.createMultipart(key);
  const numbers = Array.from({ length: Math.ceil(SIZE / limits.partBytes) }, (_, index) => index + 1);
  const urls = await Promise.all(
    numbers.map(async (partNumber) => ({
      partNumber,
      url: (await store.presignPart(key, id, partNumber, limits.partUrlMs)) ?? '',
    })),
  );
  await store.completeMultipart(key, id, await sendAll(urls, part));
  await store.delete([key]);
}

/** PUTs each part at its address, a few at a time. */
async function sendAll(
  urls: readonly { partNumber: number; url: string }[],
  part: Uint8Array<ArrayBuffer>,
): Promise<Part[]> {
  const waiting = [...urls];
  const sent: Part[] = [];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const size = Math.min(limits.partBytes, SIZE - (next.partNumber - 1) * limits.partBytes);
      const answer = await fetch(next.url, {
        method: 'PUT',
        body: part.subarray(0, size),
      });
      if (!answer.ok) throw new Error(`Part ${next.partNumber}: ${answer.status} ${await answer.text()}`);
      sent.push({ partNumber: next.partNumber, etag: answer.headers.get('etag') ?? '' });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return sent
    .map(({ partNumber, etag }) => ({ partNumber, etag: etag.replaceAll('"', '') }))
    .sort((a, b) => a.partNumber - b.partNumber);
}
