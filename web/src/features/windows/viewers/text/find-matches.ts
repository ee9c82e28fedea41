/** More are not counted. */
export const MOST_MATCHES = 10_000;

/** Where a text has these words, ignoring case; each as its first position, in order. */
export function findMatches(text: string, words: string): number[] {
  if (words === '') return [];
  const pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi');
  const found: number[] = [];
  while (found.length < MOST_MATCHES && pattern.exec(text)) found.push(pattern.lastIndex - words.length);
  return found;
}

/** The first index of a sorted list whose value is above this one. */
export function indexAbove(
  sorted: { readonly length: number; [index: number]: number },
  value: number,
): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
