import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** Asking the window would force a layout each time. */
let scrolled = window.scrollY;
addEventListener(
  'scroll',
  () => {
    scrolled = window.scrollY;
    for (const listener of listeners) listener();
  },
  { passive: true },
);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Pixels, when last drawn. */
export const scrolledPx = (): number => scrolled;

export const useScrolledPast = (pixels: number): boolean =>
  useSyncExternalStore(subscribe, () => scrolled > pixels);
