import { useDeferredValue, useMemo, useState } from 'react';
import { findMatches } from './find-matches.js';

export interface Find {
  isOpen: boolean;
  words: string;
  matches: readonly number[];
  /** -1 for none. */
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
