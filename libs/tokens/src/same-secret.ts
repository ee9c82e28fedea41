import { timingSafeEqual } from 'node:crypto';

/** Compares two texts in a time that does not tell where they differ. Their lengths are no secret. */
export function sameSecret(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
