import { useSyncExternalStore } from 'react';
import { createMeasure } from '../names/measure-text.js';
import type { Measure } from '../names/name-lines.js';

const FONT = "500 13px 'Inter Variable', system-ui, sans-serif";

let measure = createMeasure(FONT);

const subscribe = (listener: () => void): (() => void) => {
  // The real font is wider or narrower than the one before it: measure again.
  const renew = (): void => {
    measure = createMeasure(FONT);
    listener();
  };
  document.fonts.addEventListener('loadingdone', renew);
  return () => document.fonts.removeEventListener('loadingdone', renew);
};

/** Measures the names under tiles. */
export const useMeasure = (): Measure => useSyncExternalStore(subscribe, () => measure);
