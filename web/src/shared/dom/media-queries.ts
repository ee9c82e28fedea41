import { useSyncExternalStore } from 'react';

/** Whether nothing is to move: the system says so, or the account's setting does. */
export const prefersReducedMotion = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce)').matches || 'still' in document.documentElement.dataset;

/** It matches phones, tablets of any width, and viewports under 992 px. */
const compact = matchMedia('(max-width: 991px), (hover: none) and (pointer: coarse)');

const subscribe = (listener: () => void): (() => void) => {
  compact.addEventListener('change', listener);
  return () => compact.removeEventListener('change', listener);
};

export const useCompact = (): boolean => useSyncExternalStore(subscribe, () => compact.matches);
