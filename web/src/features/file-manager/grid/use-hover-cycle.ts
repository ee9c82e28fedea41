import { prefersStill } from '../../../shared/dom/still.js';
import { useEffect, useState } from 'react';

const STEP_MS = 1000;

/**
 * One a second; passes over those that can't be loaded.
 * @param pictures null: the pointer is elsewhere
 * @returns null: the still
 */
export function useHoverCycle(pictures: readonly string[] | null): string | null {
  const [shown, setShown] = useState<string | null>(null);
  const listed = pictures?.join(' ') ?? '';
  useEffect(() => {
    if (listed === '' || prefersStill()) return;
    const loaded = listed.split(' ').map((src) => Object.assign(new Image(), { src }));
    let step = 0;
    const timer = setInterval(() => {
      const ready = loaded.filter(({ naturalWidth }) => naturalWidth > 0);
      step = (step + 1) % (ready.length + 1);
      setShown(ready[step - 1]?.getAttribute('src') ?? null);
    }, STEP_MS);
    return () => {
      clearInterval(timer);
      setShown(null);
    };
  }, [listed]);
  return shown;
}
