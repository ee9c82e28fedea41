import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** To ask the window would lay out what has just been drawn, each time that anything is. */
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

/** How far the page was scrolled when it was last drawn, in pixels. */
export const scrolledPx = (): number => scrolled;

/** Whether the page has scrolled further than `pixels`. */
export const useScrolledPast = (pixels: number): boolean =>
  useSyncExternalStore(subscribe, () => scrolled > pixels);
