import { useSyncExternalStore } from 'react';

/** Phones, tablets (also wider ones), and under 992 px. */
const compact = matchMedia('(max-width: 991px), (hover: none) and (pointer: coarse)');

const subscribe = (listener: () => void): (() => void) => {
  compact.addEventListener('change', listener);
  return () => compact.removeEventListener('change', listener);
};

export const useCompact = (): boolean => useSyncExternalStore(subscribe, () => compact.matches);
