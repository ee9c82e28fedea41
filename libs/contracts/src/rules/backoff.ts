export interface Backoff {
  firstMs: number;
  maxMs: number;
}

const MOST_DOUBLINGS = 30;

/**
 * Exponential backoff: `firstMs` after the first failure, doubled after each further one, up to `maxMs`.
 * @param failures 1 for the first
 * @returns milliseconds
 */
export const backoffMs = ({ firstMs, maxMs }: Backoff, failures: number): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(0, failures - 1), MOST_DOUBLINGS));
