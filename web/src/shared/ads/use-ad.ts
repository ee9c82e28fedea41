import type { Installation } from '@skyshelf/contracts/browser';
import { useSyncExternalStore } from 'react';
import { useInstallation } from '../installation/installation-api.js';

const roomy = matchMedia('(min-width: 506px) and (min-height: 431px)');
const subscribe = (listener: () => void): (() => void) => {
  roomy.addEventListener('change', listener);
  return () => roomy.removeEventListener('change', listener);
};

export type Ad = Installation['ads'][number];

/** Null for nothing. */
export const useAd = (slot: Ad['slot']): Ad | null => {
  const isRoomy = useSyncExternalStore(subscribe, () => roomy.matches);
  const installation = useInstallation();
  return (isRoomy && installation?.ads.find((ad) => ad.slot === slot)) || null;
};
