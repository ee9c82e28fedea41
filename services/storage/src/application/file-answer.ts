import type { Readable } from 'node:stream';
import { DomainError, limits } from '@skyshelf/contracts';
import { parseRange, type ByteRange } from '../domain/byte-range.js';
import type { Blob } from '../domain/blob.js';
import { dispositionOf } from '../domain/disposition.js';
import type { Storage } from './storage.js';
import { storeRefusal } from './store-bytes.js';

export interface RangeRequest {
  range?: string;
  ifRange?: string;
  ifNoneMatch?: string;
}

export interface Described {
  etag: string;
  type: string;
  /** null while unknown. */
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

/** RFC 9110. `open` gets no range for the whole. */
export function rangedAnswer(
  described: Described & { size: number },
  { range, ifRange, ifNoneMatch }: RangeRequest,
  open: (range?: ByteRange) => Promise<Readable>,
): FileAnswer {
  const { etag, size } = described;
  if (matches(ifNoneMatch, etag)) return { ...described, status: 304 };
  const asked = ifRange === undefined || ifRange === etag ? parseRange(range, size) : null;
  if (asked === 'unsatisfiable') return { ...described, status: 416 };
  const { start, end } = asked ?? { start: 0, end: size - 1 };
  return { ...described, status: asked ? 206 : 200, start, end, open: () => open(asked ?? undefined) };
}

/** If-None-Match (RFC 9110 §13.1.2): weak comparison. */
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
