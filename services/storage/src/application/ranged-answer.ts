import type { Readable } from 'node:stream';
import { parseRange, type ByteRange } from '../domain/byte-range.js';

export interface RangeRequest {
  range?: string;
  ifRange?: string;
  ifNoneMatch?: string;
}

export interface Described {
  etag: string;
  type: string;
  /** null where no one knows it yet. */
  size: number | null;
  /** null where the ETag alone says whether it has changed. */
  modified: Date | null;
}

/** `open` is called when the bytes are wanted: a HEAD request never does. */
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

/** RFC 9110: whole, a part, nothing new, or outside. `open` gets no range for the whole. */
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
