import type { Readable } from 'node:stream';
import { DomainError, type BlobId } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import { isObjectStoreError } from '@skyshelf/object-store';
import { parseRange } from '../domain/byte-range.js';
import type { Storage } from './storage.js';
import { storeRefusal } from './store-bytes.js';

/** What a request for a file asks, header by header. */
export interface FileRequest {
  blobId: BlobId;
  range?: string;
  ifRange?: string;
  ifNoneMatch?: string;
}

interface Described {
  etag: string;
  type: string;
  /** Bytes of the whole file. */
  size: number;
  modified: Date;
}

/** `open` is called when the bytes are wanted: a HEAD request never opens the object. */
export type FileAnswer =
  | (Described & { status: 304 })
  | (Described & { status: 416 })
  | (Described & { status: 200 | 206; start: number; end: number; open(): Promise<Readable> });

/**
 * Reads one's own file.
 * @throws DomainError `file.not-found`: unknown, another's, deleted or not ready; no one learns which
 */
export async function readFile(
  storage: Pick<Storage, 'blobs' | 'objects' | 'live'>,
  caller: Caller,
  { blobId, range, ifRange, ifNoneMatch }: FileRequest,
): Promise<FileAnswer> {
  const blob = await storage.blobs.get(blobId);
  if (!blob || blob.drive !== caller.drive || blob.state !== 'ready') throw new DomainError('file.not-found');
  // What was made from a file is there as long as the file is.
  if (!(await storage.live.isLive(caller.drive, blob.source ?? blobId)))
    throw new DomainError('file.not-found');
  const { size, type } = blob;
  const described = { etag: `"${blobId}"`, type, size, modified: blob.finished ?? blob.begun };
  if (matches(ifNoneMatch, described.etag)) return { ...described, status: 304 };
  const asked = ifRange === undefined || ifRange === described.etag ? parseRange(range, size) : null;
  if (asked === 'unsatisfiable') return { ...described, status: 416 };
  const { start, end } = asked ?? { start: 0, end: size - 1 };
  return {
    ...described,
    status: asked ? 206 : 200,
    start,
    end,
    open: () => open(storage, blobId, asked ?? undefined),
  };
}

/** A whole file, for an archive of the drive. @throws DomainError `file.not-found`: unknown, or not ready */
export async function readWholeFile(
  storage: Pick<Storage, 'blobs' | 'objects'>,
  blobId: BlobId,
): Promise<Readable> {
  const blob = await storage.blobs.get(blobId);
  if (blob?.state !== 'ready') throw new DomainError('file.not-found');
  return open(storage, blobId);
}

async function open(
  { objects }: Pick<Storage, 'objects'>,
  blobId: BlobId,
  range?: { start: number; end: number },
): Promise<Readable> {
  try {
    return (await objects.get(blobId, range)).body;
  } catch (error) {
    if (isObjectStoreError(error, 'not-found')) throw new DomainError('file.not-found', { cause: error });
    throw storeRefusal(error);
  }
}

/** If-None-Match (RFC 9110 §13.1.2): weak comparison. A blob id never stands for other bytes, so it is the ETag. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));
}
