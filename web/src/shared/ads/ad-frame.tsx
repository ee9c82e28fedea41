import type { Installation } from '@skyshelf/contracts/browser';
import { useSyncExternalStore } from 'react';
import { text } from '../messages/en.js';
import { useInstallation } from '../installation/installation-api.js';
import css from './ad-frame.module.css';

const MARGIN_PX = 8;

export const slotsOf = (ad: Ad | null, rowHeight: number): number =>
  ad === null ? 0 : Math.ceil((ad.height + 2 * MARGIN_PX) / rowHeight);

/** The operator's HTML, in a frame without origin: it reaches nothing of this page. */
export const AdFrame = ({ ad: { path, height } }: { ad: Ad }) => (
  <iframe
    className={css.ad}
    src={path}
    height={height}
    title={text.files.ad}
    loading="lazy"
    sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
    data-keeps-selection
  />
);

const roomy = matchMedia('(min-width: 506px) and (min-height: 431px)');
const subscribe = (listener: () => void): (() => void) => {
  roomy.addEventListener('change', listener);
  return () => roomy.removeEventListener('change', listener);
};

export type Ad = Installation['ads'][number];

/** Is null when there is no ad to show. */
export const useAd = (slot: Ad['slot']): Ad | null => {
  const isRoomy = useSyncExternalStore(subscribe, () => roomy.matches);
  const installation = useInstallation();
  return (isRoomy && installation?.ads.find((ad) => ad.slot === slot)) || null;
};
