import { useRef } from 'react';
import { text } from '../../../shared/messages/en.js';
import { plainTileWidth, tileGap } from '../layout/pack-rows.js';
import { useElementWidth } from '../grid/use-element-width.js';
import type { Layout } from '../state/view-slice.js';
import css from './states.module.css';

const TILE_RATIO = 0.76;
const NAME_HEIGHT_PX = 50;

/** Grey shapes of the real sizes while a folder is on its way. */
export const Skeletons = ({ layout }: { layout: Layout }) => {
  const ref = useRef<HTMLDivElement>(null);
  const available = useElementWidth(ref);
  const gap = tileGap(available);
  const width = plainTileWidth(available);
  const size =
    layout === 'block'
      ? { width, height: Math.round(width * TILE_RATIO) + NAME_HEIGHT_PX }
      : { width: '100%', height: 44 };
  const count = layout === 'block' ? Math.max(2, Math.round(available / (width + gap))) * 2 : 8;
  return (
    <div
      ref={ref}
      className={css.skeletons}
      data-layout={layout}
      style={layout === 'block' ? { gap } : undefined}
      role="status"
      aria-label={text.files.loading}
    >
      {available > 0 && Array.from({ length: count }, (_, index) => <span key={index} style={size} />)}
    </div>
  );
};
