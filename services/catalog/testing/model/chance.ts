/** Chance that a seed repeats. */
export interface Chance {
  /** Draws a number from 0 to below `end`. */
  below(end: number): number;
  /** Is true in so many of 100 cases. */
  percent(share: number): boolean;
  of<T>(all: readonly T[]): T;
  some<T>(all: readonly T[], most: number): T[];
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  const of = <T>(all: readonly T[]): T => {
    const chosen = all[below(all.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  };
  return {
    below,
    percent: (share) => below(100) < share,
    of,
    some: (all, most) => (all.length === 0 ? [] : Array.from({ length: 1 + below(most) }, () => of(all))),
  };
}
