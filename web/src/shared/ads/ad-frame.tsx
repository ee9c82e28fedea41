import { text } from '../messages/en.js';
import type { Ad } from './use-ad.js';
import css from './ad-frame.module.css';

const MARGIN_PX = 8;

/** Rows of a height that an ad takes. */
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
