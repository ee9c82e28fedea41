import { useEffect, useState } from 'react';
import { prefersStill } from '../../shared/dom/still.js';

const COUNTED_IN_MS = 1000;

/** Counts in whole steps from 0 to `end` within 1000 ms; where no motion is wanted it is there at once. */
export const useCountUp = (end: number): number => {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (prefersStill()) return setShown(end);
    const begun = performance.now();
    let frame = 0;
    const step = (): void => {
      const part = Math.min(1, (performance.now() - begun) / COUNTED_IN_MS);
      setShown(Math.floor(part * end));
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [end]);
  return shown;
};
