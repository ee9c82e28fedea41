import { useEffect, useState } from 'react';
import { prefersStill } from '../../shared/dom/still.js';

/** Long enough to read a slide twice. */
const SLIDE_MS = 7000;

/**
 * Which of `count` slides is shown. It moves on by itself while it plays and no one is on it; who wants no motion
 * starts it themselves.
 */
export const useCarousel = (count: number) => {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(() => !prefersStill());
  const [held, setHeld] = useState(false);
  const moves = playing && !held;
  useEffect(() => {
    if (!moves) return;
    const timer = setTimeout(() => setAt((at + 1) % count), SLIDE_MS);
    return () => clearTimeout(timer);
  }, [moves, at, count]);
  return {
    at,
    /** A visitor who chooses a slide wants to read that one. */
    choose: (next: number) => {
      setPlaying(false);
      setAt((next + count) % count);
    },
    playing,
    toggle: () => setPlaying(!playing),
    hold: setHeld,
  };
};
