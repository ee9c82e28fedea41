import { createHash } from 'node:crypto';

/**
 * A source of chance that gives the same row for the same words; each worker has its own, so none disturbs
 * another's.
 */
export interface SeededRandom {
  /** Gives a number from 0 to below 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** Picks one of some. @throws Error when there is none */
  pick<T>(some: readonly T[]): T;
  /** Is true in so many of a hundred cases. */
  percent(chance: number): boolean;
  shuffled<T>(some: readonly T[]): T[];
  /** Gives so many hexadecimal digits, at most 8. */
  hex(digits: number): string;
}

/** sfc32 (Doty-Humphrey, PractRand), begun with the SHA-256 of the words. */
export function seededRandom(...words: (string | number)[]): SeededRandom {
  const seed = createHash('sha256').update(words.join('/')).digest();
  let a = seed.readInt32LE(0);
  let b = seed.readInt32LE(4);
  let c = seed.readInt32LE(8);
  let counter = seed.readInt32LE(12);
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  const next = (): number => word() / 2 ** 32;
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick: (some) => {
      const found = some[between(0, some.length - 1)];
      if (found === undefined) throw new Error('There is nothing to pick from');
      return found;
    },
    percent: (chance) => next() * 100 < chance,
    shuffled: (some) =>
      some
        .map((value) => ({ value, at: next() }))
        .sort((left, right) => left.at - right.at)
        .map(({ value }) => value),
    hex: (digits) => word().toString(16).padStart(8, '0').slice(0, digits),
  };
}
