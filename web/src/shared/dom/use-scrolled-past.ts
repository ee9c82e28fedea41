import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('scroll', listener, { passive: true });
  return () => removeEventListener('scroll', listener);
};

/** Whether the page has scrolled further than `pixels`. */
export const useScrolledPast = (pixels: number): boolean =>
  useSyncExternalStore(subscribe, () => window.scrollY > pixels);
