import { Readable } from 'node:stream';
import type { AdmittedUploads, OpId, RequestedUpload, Warning } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import type { Blob } from '../domain/blob.js';
import type { StartedBundle, FinishedBundle, StartedFile } from './bundles.js';
import type { ByteSource } from './byte-source.js';
import { SMALL_BYTES } from './observed-body.js';
import {
  earlier,
  finishedBefore,
  readyBlob,
  unclaimedFrom,
  unnamedLimitOf,
  uploadIntention,
} from './receive-bytes.js';
import type { Storage } from './storage.js';
import {
  addWhole,
  discard,
  dropWhole,
  finishBytes,
  storeBytes,
  storeWhole,
  type Intention,
  type Stored,
} from './store-bytes.js';

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

/** Under a reserved key, or as pending. */
type Arrived = { index: number; blob: Blob; isWhole: boolean };
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
    file.granted
      ? [{ index, file, intention: uploadIntention(storage, { drive: caller.drive, ...file }) }]
      : [],
  );
  const arrived = await storeAll(storage, started, expected, bytes);
  const blobs = new Map([
    ...(await finishAll(storage, arrived, unnamedLimitOf(storage, started))),
    ...(await broughtBefore(storage, started)),
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
        storing.push(handled(stored.then((found) => pending(each, found))));
        await stored;
      }
    }
    await bytes.end();
    storing.push(...small.map((each) => handled(whole(storage, each))));
    return await Promise.all(storing);
  } catch (error) {
    const stored = await Promise.allSettled(storing);
    const ids = stored.flatMap((each) =>
      each.status === 'fulfilled' && each.value.isWhole ? [each.value.blob._id] : [],
    );
    await dropWhole(storage, ids).catch(() => {}); // else the sweeper does
    await discardAll(storage, expected);
    throw error;
  }
}

const pending = ({ index, intention }: Expected, stored: Stored): Arrived => ({
  index,
  blob: readyBlob(intention, stored, intention.begun),
  isWhole: false,
});

const whole = async (
  storage: Storage,
  { index, intention, bytes }: Expected & { bytes: Uint8Array },
): Promise<Arrived> => ({ index, blob: await storeWhole(storage, intention, bytes), isWhole: true });

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

/** What can't be removed expires. */
const discardAll = (storage: Storage, expected: readonly Expected[]) =>
  Promise.allSettled(expected.map(({ intention }) => discard(storage, intention.blobId)));

async function finishAll(
  storage: Storage,
  arrived: readonly Arrived[],
  limit: number,
): Promise<[number, Known][]> {
  const finished = storage.clock.now();
  const times = { finished, condemned: unclaimedFrom(finished) };
  const large = arrived.filter(({ isWhole }) => !isWhole);
  const known = large.map((each) => handled(finishPending(storage, each, times)));
  const small = arrived.filter(({ isWhole }) => isWhole);
  const ready = small.map(({ blob }) => ({ ...blob, ...times }));
  const added = ready.length > 0 ? await addWhole(storage, ready, limit) : [];
  const brought = small.map(async ({ index, blob }, at): Promise<[number, Known]> => {
    if (!added[at]) return [index, await finishedBefore(storage, blob)];
    storage.metrics.received(blob.size);
    return [index, blob];
  });
  return Promise.all([...known, ...brought]);
}

async function finishPending(
  storage: Storage,
  { index, blob }: Arrived,
  times: Pick<Blob, 'finished' | 'condemned'>,
): Promise<[number, Known]> {
  if (!(await finishBytes(storage, { ...blob, ...times }))) return [index, await earlier(storage, blob)];
  storage.metrics.received(blob.size);
  return [index, blob];
}

/** Refused now because this bundle brought it before. */
async function broughtBefore({ blobs }: Storage, { files }: StartedBundle): Promise<[number, Known][]> {
  const found = await Promise.all(
    files.map(async ({ granted, uploadId }, index): Promise<[number, Known][]> => {
      const blob = granted ? null : await blobs.finished(`upload:${uploadId}`);
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
  const finished = files.flatMap(({ uploadId, name, source }, index): FinishedBundle['files'] => {
    const blob = blobs.get(index);
    if (!blob) return [];
    const { _id: blobId, size, type: contentType, width, height } = blob;
    return [{ index, uploadId, name, source, blobId, size, contentType, width, height }];
  });
  if (finished.length === 0)
    return { docs: { result: { ok: 1 }, ops: [], insertedIds: {} }, warnings: [], operations: [] };
  const uploadIds = files.map(({ uploadId }) => uploadId);
  const { drive, sub } = caller;
  const { conflict } = request;
  const bundle = { drive, sub, opId, folderId, uploadIds, files: finished };
  return storage.bundles.admit({ ...bundle, ...(conflict && { conflict }) });
}
