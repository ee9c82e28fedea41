export const MOST_MATCHES = 10_000;

/** Ignoring case; positions in order. */
export function findMatches(text: string, words: string): number[] {
  if (words === '') return [];
  const pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi');
  const found: number[] = [];
  while (found.length < MOST_MATCHES && pattern.exec(text)) found.push(pattern.lastIndex - words.length);
  return found;
}

export function indexAbove(
  sorted: { readonly length: number; [index: number]: number },
  value: number,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
