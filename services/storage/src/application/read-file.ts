import type { Readable } from 'node:stream';
import { denseThumbnail, DomainError, type BlobId } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import { isObjectStoreError, type ObjectStore } from '@skyshelf/object-store';
import type { Blob } from '../domain/blob.js';
import type { ByteRange } from '../domain/byte-range.js';
import { rangedAnswer, type FileAnswer, type RangeRequest } from './file-answer.js';
import type { Storage } from './storage.js';
import { storeRefusal } from './store-bytes.js';

type Reading = Pick<Storage, 'blobs' | 'objects'>;

export interface ReadableObjects {
  objects: Pick<ObjectStore, 'get'>;
}

export interface FileRequest extends RangeRequest {
  blobId: BlobId;
  dense?: boolean;
}

/** `final`: this address always answers the same. */
export type FoundFile = FileAnswer & { final: boolean };

/** @throws DomainError `file.not-found`: unknown, another's, deleted or not ready; not said which */
export async function readFile(
  storage: Reading & Pick<Storage, 'live'>,
  caller: Caller,
  { blobId, dense = false, ...request }: FileRequest,
): Promise<FoundFile> {
  const found = await ownBlob(storage, caller, blobId);
  // Derived files live as long as their source.
  if (!(await storage.live.isLive(caller.drive, found.source ?? blobId)))
    throw new DomainError('file.not-found');
  const blob = (dense && (await denseOf(storage, found))) || found;
  const final = !dense || blob !== found || !mayGetDenser(found);
  return { ...blobAnswer(storage, blob, request), final };
}

/** A thumbnail smaller than its square is already as large as its image. */
const mayGetDenser = ({ kind, width, height }: Blob): boolean =>
  kind === denseThumbnail.of && Math.max(width ?? Infinity, height ?? Infinity) >= denseThumbnail.side;

async function denseOf({ blobs }: Pick<Storage, 'blobs'>, { source, kind }: Blob): Promise<Blob | null> {
  return source !== null && kind === denseThumbnail.of ? blobs.madeFrom(source, denseThumbnail.kind) : null;
}

/** @throws DomainError `file.not-found` */
export async function ownBlob(
  { blobs }: Pick<Storage, 'blobs'>,
  { drive }: Pick<Caller, 'drive'>,
  blobId: BlobId,
): Promise<Blob> {
  const blob = await blobs.get(blobId);
  if (!blob || blob.drive !== drive || blob.state !== 'ready') throw new DomainError('file.not-found');
  return blob;
}

/** A blob id never stands for other bytes, so it is the ETag. */
export const blobAnswer = (storage: Reading, blob: Blob, request: RangeRequest): FileAnswer =>
  rangedAnswer(
    { etag: `"${blob._id}"`, type: blob.type, size: blob.size, modified: blob.finished ?? blob.begun },
    request,
    (range) => openBytes(storage, blob._id, range),
  );

/** @throws DomainError `file.not-found` */
export async function readWholeFile(storage: Reading, blobId: BlobId): Promise<Readable> {
  const blob = await storage.blobs.get(blobId);
  if (blob?.state !== 'ready') throw new DomainError('file.not-found');
  return openBytes(storage, blobId);
}

/** @throws DomainError `file.not-found`, `service.unavailable` */
export async function openBytes(
  { objects }: ReadableObjects,
  blobId: BlobId,
  range?: ByteRange,
): Promise<Readable> {
  try {
    return (await objects.get(blobId, range)).body;
  } catch (error) {
    if (isObjectStoreError(error, 'not-found')) throw new DomainError('file.not-found', { cause: error });
    throw storeRefusal(error);
  }
}
