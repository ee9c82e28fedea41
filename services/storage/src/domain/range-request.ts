import { limits } from '@skyshelf/contracts';
import { parseRange, type ByteRange } from './byte-range.js';

export interface RangeRequest {
  range?: string;
  ifRange?: string;
  ifNoneMatch?: string;
  ifMatch?: string;
}

export type RangeDecision =
  | { status: 304 }
  | { status: 412 }
  | { status: 416 }
  | (ByteRange & { status: 200 | 206 });

/** Source: RFC 9110, §13.2.2 for the order of conditions. */
export function decideAnswer(
  { etag, size }: { etag: string; size: number },
  { range, ifRange, ifNoneMatch, ifMatch }: RangeRequest,
): RangeDecision {
  if (!isStill(ifMatch, etag)) return { status: 412 };
  if (matches(ifNoneMatch, etag)) return { status: 304 };
  const asked = ifRange === undefined || ifRange === etag ? parseRange(range, size) : null;
  if (asked === 'unsatisfiable') return { status: 416 };
  return asked ? { status: 206, ...asked } : { status: 200, start: 0, end: size - 1 };
}

/** If-Match (RFC 9110 §13.1.1) uses the strong comparison. */
const isStill = (header: string | undefined, etag: string): boolean =>
  header === undefined || header.split(',').some((each) => ['*', etag].includes(each.trim()));

/** If-None-Match (RFC 9110 §13.1.2) uses the weak comparison. */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));

/** Less is sent before a second request to the object store would be answered. */
export const isLarge = ({ start, end }: ByteRange): boolean => end - start + 1 > limits.maxSingleRequestBytes;
