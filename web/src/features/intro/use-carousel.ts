import { useEffect, useState } from 'react';
import { prefersStill } from '../../shared/dom/still.js';

const SLIDE_MS = 7000;

/** Without motion the visitor starts it. */
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
