import type { Readable } from 'node:stream';
import { denseThumbnail, DomainError, type BlobId, fileDateOf, limits } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import { isObjectStoreError, type ObjectStore } from '@skyshelf/object-store';
import type { Blob } from '../domain/blob.js';
import { type ByteRange, parseRange } from '../domain/byte-range.js';
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

export interface RangeRequest {
  range?: string;
  ifRange?: string;
  ifNoneMatch?: string;
  ifMatch?: string;
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
 * Source: RFC 9110. `open` gets no range for the whole.
 * @throws DomainError `precondition.failed`
 */
export function rangedAnswer(
  described: Described & { size: number },
  { range, ifRange, ifNoneMatch, ifMatch }: RangeRequest,
  open: (range?: ByteRange) => Promise<Readable>,
): FileAnswer {
  const { etag, size } = described;
  if (!isStill(ifMatch, etag)) throw new DomainError('precondition.failed');
  if (matches(ifNoneMatch, etag)) return { ...described, status: 304 };
  const asked = ifRange === undefined || ifRange === etag ? parseRange(range, size) : null;
  if (asked === 'unsatisfiable') return { ...described, status: 416 };
  const { start, end } = asked ?? { start: 0, end: size - 1 };
  return { ...described, status: asked ? 206 : 200, start, end, open: () => open(asked ?? undefined) };
}

/** If-Match (RFC 9110 §13.1.1) uses the strong comparison. */
const isStill = (header: string | undefined, etag: string): boolean =>
  header === undefined || header.split(',').some((each) => ['*', etag].includes(each.trim()));

/** If-None-Match (RFC 9110 §13.1.2) uses the weak comparison. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));
}

/** Less is sent before a second request would be answered. */
const DIRECT_BYTES = limits.maxSingleRequestBytes;

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
  if (!settings.directDownloads || !isLarge(answer) || ifRange === answer.etag) return null;
  const presented = { disposition: dispositionOf(TYPE, name, true), type: TYPE };
  const address = await objects.presignGet(_id, limits.downloadUrlMs, presented);
  if (address === null) return null;
  const stored = await objects.head(_id).catch((error: unknown) => {
    throw storeRefusal(error);
  });
  if (!stored) throw new DomainError('file.not-found');
  return address;
}

const isLarge = (answer: FileAnswer): boolean =>
  (answer.status === 200 || answer.status === 206) &&
  answer.size !== null &&
  answer.end - answer.start + 1 > DIRECT_BYTES;
