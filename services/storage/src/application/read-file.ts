import type { Readable } from 'node:stream';
import { denseThumbnail, DomainError, type BlobId, fileDateOf, limits } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import { isObjectStoreError, type ObjectStore } from '@skyshelf/object-store';
import type { Blob } from '../domain/blob.js';
import type { ByteRange } from '../domain/byte-range.js';
import { decideAnswer, isLarge, type RangeRequest } from '../domain/range-request.js';
import type { Hidden } from './ports.js';
import type { Storage } from './storage.js';
import { storeRefusal } from './store-bytes.js';
import { dispositionOf } from '../domain/disposition.js';

type Reading = Pick<Storage, 'blobs' | 'objects'>;

export interface ReadableObjects {
  objects: Pick<ObjectStore, 'get'>;
}

export interface FileRequest extends RangeRequest {
  blobId: BlobId;
  dense?: boolean;
  /** It asks for a deleted file, or an earlier version of one. */
  hidden?: Hidden | undefined;
}

/** `final`: this address always answers the same. */
export type FoundFile = FileAnswer & { final: boolean };

/** @throws DomainError `file.not-found`: unknown, another's, deleted or not ready; not said which */
export async function readFile(
  storage: Reading & Pick<Storage, 'live'>,
  caller: Caller,
  { blobId, dense = false, hidden, ...request }: FileRequest,
): Promise<FoundFile> {
  const found = await ownBlob(storage, caller, blobId);
  // Derived files live as long as their source.
  const asked = found.source ?? blobId;
  const isThere = hidden ? storage.live.isHidden(caller, asked, hidden) : storage.live.isLive(caller, asked);
  if (!(await isThere)) throw new DomainError('file.not-found');
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
    { etag: `"${blob._id}"`, type: blob.type, size: blob.size, modified: lastModified(blob) },
    request,
    (range) => openBytes(storage, blob._id, range),
  );

const lastModified = ({ uploadId, finished, begun }: Blob): Date => {
  const stored = finished ?? begun;
  return fileDateOf(uploadId ?? '', stored) ?? stored;
};

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

interface Described {
  etag: string;
  type: string;
  /** Is null while unknown. */
  size: number | null;
  /** null where the ETag is enough. */
  modified: Date | null;
}

/** `open` is not called for HEAD. */
export type FileAnswer =
  | (Described & { status: 304 })
  | (Described & { status: 416 })
  | (Described & { status: 200; size: null; open(): Promise<Readable> })
  | (Described & {
      status: 200 | 206;
      size: number;
      start: number;
      end: number;
      open(): Promise<Readable>;
    });

/**
 * Answers a request that may have conditions; `open` gets no range for the whole.
 * @throws DomainError `precondition.failed`
 */
export function rangedAnswer(
  described: Described & { size: number },
  request: RangeRequest,
  open: (range?: ByteRange) => Promise<Readable>,
): FileAnswer {
  const answer = decideAnswer(described, request);
  if (answer.status === 412) throw new DomainError('precondition.failed');
  if (answer.status === 304 || answer.status === 416) return { ...described, status: answer.status };
  const { status, start, end } = answer;
  const asked = status === 206 ? { start, end } : undefined;
  return { ...described, status, start, end, open: () => open(asked) };
}

/** Is neither shown nor run. */
const TYPE = 'application/octet-stream';

/**
 * In the object store; null where the bytes come from here, as for a download that began here: the store has
 * other ETags. Asks the store first, since its own error would replace the page.
 * @throws DomainError `file.not-found`, `service.unavailable`
 */
export async function directAddress(
  { objects, settings }: Pick<Storage, 'objects' | 'settings'>,
  { _id }: Pick<Blob, '_id'>,
  answer: FileAnswer,
  { name, ifRange }: Pick<RangeRequest, 'ifRange'> & { name: string },
): Promise<string | null> {
  const isSent = answer.status === 200 || answer.status === 206;
  if (!settings.directDownloads || !isSent || answer.size === null) return null;
  if (!isLarge(answer) || ifRange === answer.etag) return null;
  const presented = { disposition: dispositionOf(TYPE, name, true), type: TYPE };
  const address = await objects.presignGet(_id, limits.downloadUrlMs, presented);
  if (address === null) return null;
  const stored = await objects.head(_id).catch((error: unknown) => {
    throw storeRefusal(error);
  });
  if (!stored) throw new DomainError('file.not-found');
  return address;
}
