import { useDeferredValue, useMemo, useState } from 'react';

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

export interface Find {
  isOpen: boolean;
  words: string;
  matches: readonly number[];
  /** It is -1 when nothing is found. */
  at: number;
  open: () => void;
  close: () => void;
  look: (words: string) => void;
  step: (by: 1 | -1) => void;
}

/** The browser's find misses rows that are not in the page. */
export const useFind = (text: string): Find => {
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [turned, setTurned] = useState(0);
  const looked = useDeferredValue(isOpen ? words : '');
  const matches = useMemo(() => findMatches(text, looked), [text, looked]);
  const at = matches.length === 0 ? -1 : ((turned % matches.length) + matches.length) % matches.length;
  return {
    isOpen,
    words,
    matches,
    at,
    open: () => setOpen(true),
    close: () => setOpen(false),
    look: (next) => {
      setWords(next);
      setTurned(0);
    },
    step: (by) => setTurned(at + by),
  };
};
