import { constants, createWriteStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { buffer, json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { derivativeOf, DomainError, storageCalls } from '@skyshelf/contracts';
import { ask, askBytes, type Peers } from '@skyshelf/peers';
import { isObjectStoreError, type ObjectStore } from '@skyshelf/object-store';
import type { Blobs } from '../application/ports.js';
import { JobRefusal, reasonsOf } from '../domain/refusal.js';

/** Up to here a file is read and written whole: a photo's thumbnail must be quick, and each step of a stream takes its turn on a busy machine. */
const SMALL_BYTES = 4 * 1024 * 1024;

/** Sources are read where they lie; results go through storage, who records them. */
export const createPeerBlobs = ({ peers, objects }: { peers: Peers; objects: ObjectStore }): Blobs => ({
  find: (blobId) =>
    unlessGone(async () => {
      const blob = await ask(peers, storageCalls.describeBlob, { params: { blobId } });
      return blob.wanted ? blob : null;
    }),

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

  keep: async ({ _id: jobId, kind, source, drive, elementId }, path) => {
    // A tool that was taken over could have put a link here, to a file that is not its own.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const { mediaType, maxBytes } = derivativeOf(kind);
      const { size: bytes } = await file.stat();
      if (bytes > maxBytes) throw new JobRefusal(reasonsOf(kind).died);
      const made = { kind, jobId };
      const query = 'blobId' in source ? { source: source.blobId, ...made } : { drive, elementId, ...made };
      const headers = { 'content-type': mediaType, 'content-length': String(bytes) };
      const sent = bytes <= SMALL_BYTES ? await file.readFile() : file.createReadStream({ autoClose: false });
      return await unlessGone(async () => {
        const answer = await askBytes(peers, storageCalls.putDerived, { query, sent, headers });
        const { blobId } = storageCalls.putDerived.answer.parse(await json(answer.body));
        return { blobId, bytes };
      });
    } finally {
      await file.close();
    }
  },
});

/** Null when it was removed: by storage's word, or its bytes are gone already. */
async function unlessGone<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'file.not-found') return null;
    if (isObjectStoreError(error, 'not-found')) return null;
    throw error;
  }
}
