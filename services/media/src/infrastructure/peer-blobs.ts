import { constants, createWriteStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { buffer, json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { derivativeOf, DomainError, storageCalls, type BlobId, type DerivedHead } from '@skyshelf/contracts';
import { ask, askBytes, type Peers } from '@skyshelf/peers';
import { isObjectStoreError, type ObjectStore } from '@skyshelf/object-store';
import { coalesce } from '@skyshelf/service';
import { batchCalls } from '../application/batch-calls.js';
import type { Blobs } from '../application/ports.js';
import type { Job } from '../application/job.js';
import { JobRefusal, reasonsOf } from '../domain/refusal.js';

/** Read and written whole: a stream's steps each wait their turn on a busy machine. */
const SMALL_BYTES = 4 * 1024 * 1024;

/** The highest number of small results sent together while a queue waits. */
const TOGETHER = 64;
/** Larger ones go by themselves. */
const TOGETHER_BYTES = 256 * 1024;
/** The number of sources in one request to storage. */
const MOST_ASKED = 100;

export function createPeerBlobs({ peers, objects }: { peers: Peers; objects: ObjectStore }): Blobs {
  const describe = coalesce(async (blobIds: BlobId[]) => {
    const { blobs } = await ask(peers, storageCalls.describeBlobs, { body: { blobIds } });
    return blobs;
  }, MOST_ASKED);
  const keepTogether = batchCalls((files: SmallFile[]) => keepSmall(peers, files), TOGETHER);
  return {
    find: async (blobId) => {
      const blob = await describe(blobId);
      return blob?.wanted ? blob : null;
    },

    download: async ({ key, size }, path, signal) => {
      const written = await unlessGone(async () => {
        const { body } = await objects.get(key);
        if (size <= SMALL_BYTES)
          await writeFile(path, await buffer(addAbortSignal(signal, body)), { mode: 0o600 });
        else await pipeline(body, createWriteStream(path, { mode: 0o600 }), { signal });
        return true;
      });
      return written ?? false;
    },

    pathOf: ({ key }) => objects.pathOf?.(key) ?? null,

    keep: async (job, made, _, waitMs) => {
      if ('path' in made) return keepFile(peers, job, made.path);
      const { bytes } = made;
      if (bytes.length > derivativeOf(job.kind).maxBytes) throw new JobRefusal(reasonsOf(job.kind).died);
      if (bytes.length > TOGETHER_BYTES) return send(peers, job, bytes, bytes.length);
      return unlessGone(async () => {
        const kept = await keepTogether({ job, bytes }, waitMs);
        if (kept instanceof DomainError) throw kept;
        return kept;
      });
    },
  };
}

type Kept = Awaited<ReturnType<Blobs['keep']>>;

async function keepFile(peers: Peers, job: Job, path: string): Promise<Kept> {
  // A tool taken over could have put a link to another's file here.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size: bytes } = await file.stat();
    if (bytes > derivativeOf(job.kind).maxBytes) throw new JobRefusal(reasonsOf(job.kind).died);
    const sent = bytes <= SMALL_BYTES ? await file.readFile() : file.createReadStream({ autoClose: false });
    return await send(peers, job, sent, bytes);
  } finally {
    await file.close();
  }
}

const send = (peers: Peers, job: Job, sent: Uint8Array | Readable, bytes: number): Promise<Kept> =>
  unlessGone(async () => {
    const headers = { 'content-type': derivativeOf(job.kind).mediaType, 'content-length': String(bytes) };
    const query = derivedFrom(job);
    const answer = await askBytes(peers, storageCalls.putDerived, { query, sent, headers });
    const { blobId } = storageCalls.putDerived.answer.parse(await json(answer.body));
    return { blobId, bytes };
  });

/** Null: removed, by storage's word or its missing bytes. */
async function unlessGone<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'file.not-found') return null;
    if (isObjectStoreError(error, 'not-found')) return null;
    throw error;
  }
}

interface SmallFile {
  job: Job;
  bytes: Uint8Array;
}

const derivedFrom = ({ _id: jobId, kind, source, drive, elementId }: Job) => {
  const made = { kind, jobId };
  return 'blobId' in source ? { source: source.blobId, ...made } : { drive, elementId, ...made };
};

const MOST_SENT = 32;

type KeptSmall = { blobId: BlobId; bytes: number } | DomainError;

/** Sends results in as few calls as possible and gives what storage kept of each, or why not. */
async function keepSmall(peers: Peers, small: readonly SmallFile[]): Promise<KeptSmall[]> {
  const calls = Array.from({ length: Math.ceil(small.length / MOST_SENT) }, (_, n) =>
    keepSome(peers, small.slice(n * MOST_SENT, (n + 1) * MOST_SENT)),
  );
  return (await Promise.all(calls)).flat();
}

async function keepSome(peers: Peers, small: readonly SmallFile[]): Promise<KeptSmall[]> {
  const files: DerivedHead['files'] = small.map(({ job, bytes }) => ({
    of: derivedFrom(job),
    size: bytes.length,
    contentType: derivativeOf(job.kind).mediaType,
  }));
  const head = Buffer.from(`${JSON.stringify({ files } satisfies DerivedHead)}\n`);
  const sent = Buffer.concat([head, ...small.map(({ bytes }) => bytes)]);
  const headers = { 'content-type': 'application/octet-stream', 'content-length': String(sent.length) };
  const answer = await askBytes(peers, storageCalls.putAllDerived, { sent, headers });
  const { kept } = storageCalls.putAllDerived.answer.parse(await json(answer.body));
  return small.map((_, index) => {
    const one = kept[index];
    if (!one) return new DomainError('service.unavailable');
    return 'refused' in one ? new DomainError(one.refused) : { blobId: one.blobId, bytes: one.size };
  });
}
