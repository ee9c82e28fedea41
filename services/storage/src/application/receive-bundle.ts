import { Readable } from 'node:stream';
import type { AdmittedUploads, OpId, RequestedUpload, Warning } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import type { Blob } from '../domain/blob.js';
import { condemnedFrom, onceOfUpload, type Intention, type Stored } from '../domain/new-blobs.js';
import type { StartedBundle, FinishedBundle, StartedFile } from './bundles.js';
import type { ByteSource } from './byte-source.js';
import { SMALL_BYTES } from './observed-body.js';
import { earlier, intentionOf, unnamedLimitOf } from './receive-bytes.js';
import type { Storage } from './storage.js';
import { discard, finishBytes, storeBytes, storeCollected } from './store-bytes.js';

export interface SentBundle {
  opId: OpId;
  request: RequestedUpload;
  bytes: ByteSource;
}

interface Expected {
  index: number;
  file: StartedFile;
  intention: Intention;
}

/** `described`: checksums were recorded before the bytes were written. */
type Arrived = Expected & { stored: Stored; described?: true };
type Known = Pick<Blob, '_id' | 'size' | 'type' | 'width' | 'height'>;

/**
 * Grants, bytes and elements in one call: all or nothing but for files refused individually. Repeatable under
 * its key; not announced.
 * @throws DomainError `folder.not-found`, `upload.incomplete`, `operation.reused`, `space.exceeded`,
 * `space.held`, `disk.full`, `upload.not-found` (took too long)
 */
export async function receiveBundle(
  storage: Storage,
  caller: Caller,
  { opId, request, bytes }: SentBundle,
): Promise<AdmittedUploads> {
  await storage.disk.require();
  const started = await storage.bundles.start(caller.drive, opId, request);
  const expected = started.files.flatMap((file, index) =>
    file.granted ? [{ index, file, intention: intentionOf(storage, { drive: caller.drive, ...file }) }] : [],
  );
  const arrived = await storeAll(storage, started, expected, bytes);
  const blobs = new Map([
    ...(await finishAll(storage, arrived)),
    ...(await finishedBefore(storage, started)),
  ]);
  const admitted = await admit(storage, { caller, opId, request }, started, blobs);
  const warnings = started.warnings.filter((each) => !isPast(each, started, blobs));
  return { ...admitted, warnings: [...warnings, ...admitted.warnings] };
}

/** It arrived before, under the same key. */
const isPast = (
  { index, code }: Warning,
  { files }: StartedBundle,
  blobs: ReadonlyMap<number, Known>,
): boolean => index !== undefined && code !== 'name.renamed' && !files[index]?.granted && blobs.has(index);

async function storeAll(
  storage: Storage,
  started: StartedBundle,
  expected: readonly Expected[],
  bytes: ByteSource,
): Promise<Arrived[]> {
  const limit = unnamedLimitOf(storage, started);
  const storing: Promise<Arrived>[] = [];
  try {
    const small: (Expected & { bytes: Uint8Array })[] = [];
    for (const [index, { size }] of started.files.entries()) {
      const each = expected.find((file) => file.index === index);
      if (!each) await skip(bytes, size);
      else if (size <= SMALL_BYTES) small.push({ ...each, bytes: await bytes.take(size) });
      else {
        const stored = storeBytes(storage, each.intention, asStream(bytes, size), limit);
        storing.push(handled(stored.then((found) => ({ ...each, stored: found }))));
        await stored;
      }
    }
    await bytes.end();
    storing.push(...small.map((each) => handled(storeSmall(storage, each, limit))));
    return await Promise.all(storing);
  } catch (error) {
    await Promise.allSettled(storing);
    await discardAll(storage, expected);
    throw error;
  }
}

const storeSmall = async (
  storage: Storage,
  { bytes, ...each }: Expected & { bytes: Uint8Array },
  limit: number,
): Promise<Arrived> => {
  const stored = await storeCollected(storage, each.intention, bytes, limit);
  return { ...each, stored, described: true };
};

const asStream = (bytes: ByteSource, size: number): Readable =>
  Readable.from(bytes.pass(size), { objectMode: false });

/** `Promise.all` sees its failure later. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

async function skip(bytes: ByteSource, size: number): Promise<void> {
  for await (const _ of bytes.pass(size));
}

/** An object that can't be removed expires. */
const discardAll = (storage: Storage, expected: readonly Expected[]) =>
  Promise.allSettled(expected.map(({ intention }) => discard(storage, intention.blobId)));

function finishAll(storage: Storage, arrived: readonly Arrived[]): Promise<[number, Known][]> {
  const finished = storage.clock.now();
  return Promise.all(
    arrived.map(async ({ index, intention, stored, described }): Promise<[number, Known]> => {
      const { blobId: _id, size, once } = intention;
      const facts = { size, ...stored };
      const condemned = condemnedFrom(intention, finished);
      const ready = { _id, finished, condemned, announcement: null };
      const won = await finishBytes(storage, described ? ready : { ...ready, ...facts });
      if (won) storage.metrics.received(size);
      return [index, won ? { _id, ...facts } : await earlier(storage, { _id, once })];
    }),
  );
}

/** Refused now because this bundle brought it before. */
async function finishedBefore({ blobs }: Storage, { files }: StartedBundle): Promise<[number, Known][]> {
  const found = await Promise.all(
    files.map(async ({ granted, uploadId }, index): Promise<[number, Known][]> => {
      const blob = granted ? null : await blobs.finished(onceOfUpload(uploadId));
      return blob ? [[index, blob]] : [];
    }),
  );
  return found.flat();
}

async function admit(
  storage: Storage,
  { caller, opId, request }: { caller: Caller; opId: OpId; request: RequestedUpload },
  { folderId, files }: StartedBundle,
  blobs: ReadonlyMap<number, Known>,
): Promise<AdmittedUploads> {
  const finished = files.flatMap(({ uploadId, name, source, replaces }, index): FinishedBundle['files'] => {
    const blob = blobs.get(index);
    if (!blob) return [];
    const { _id: blobId, size, type: contentType, width, height } = blob;
    const about = { index, uploadId, name, source, ...(replaces && { replaces }) };
    return [{ ...about, blobId, size, contentType, width, height }];
  });
  if (finished.length === 0)
    return { docs: { result: { ok: 1 }, ops: [], insertedIds: {} }, warnings: [], operations: [] };
  const uploadIds = files.map(({ uploadId }) => uploadId);
  const { drive, sub, device } = caller;
  const { conflict } = request;
  const bundle = { drive, sub, device, opId, folderId, uploadIds, files: finished };
  return storage.bundles.admit({ ...bundle, ...(conflict && { conflict }) });
}
