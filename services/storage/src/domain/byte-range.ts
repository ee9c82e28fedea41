/** Both ends are inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

const MAX_DIGITS = 15; // beyond, numbers are not exact

/**
 * Parses a range (RFC 9110 §14); null for the whole. Several ranges, other units and malformed ones are ignored, as
 * allowed.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first.length > MAX_DIGITS || last.length > MAX_DIGITS)
    return null;
  if (first === '') return last === '' ? null : suffix(Number(last), size);
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - length), end: size - 1 };
}
