import type { ElementView } from '@skyshelf/contracts/browser';
import { memo, useMemo } from 'react';
import { kindLabelOf } from '../../../shared/kinds/kind-label.js';
import { nameLines } from '../names/name-lines.js';
import { Thumb } from './thumb.js';
import { useMeasure } from './use-measure.js';
import css from './tile.module.css';

export interface OptionProps {
  element: ElementView;
  /** Place among the visible elements, from 0. */
  index: number;
  total: number;
  selected: boolean;
  active: boolean;
}

interface TileProps extends OptionProps {
  /** Place in the list, in pixels. */
  left: number;
  top: number;
  width: number;
  thumbHeight: number;
}

const NAME_PADDING_PX = 16;
const FADE_STEP_S = 0.04;
/** The whole folder has arrived after 0.6 s, its own 0.15 s of fading included. */
const LAST_FADE_S = 0.45;

/** Id in the page, for `aria-activedescendant`. */
export const optionId = (elementId: string): string => `element-${elementId}`;

/** What assistive technology says of an element. */
export const optionLabel = (element: ElementView): string => `${element.linkname}, ${kindLabelOf(element)}`;

export const Tile = memo(function Tile(props: TileProps) {
  const { element, index, total, selected, active, left, top, width, thumbHeight } = props;
  const measure = useMeasure();
  const name = element.linkname;
  const lines = useMemo(() => nameLines(name, width - NAME_PADDING_PX, measure), [name, width, measure]);
  const shortened = lines.some((line) => line.includes('…') && !name.includes('…'));
  return (
    <div
      id={optionId(element._id)}
      className={css.tile}
      role="option"
      aria-selected={selected}
      aria-label={optionLabel(element)}
      aria-setsize={total}
      aria-posinset={index + 1}
      data-id={element._id}
      data-active={active || undefined}
      data-folder={element.linktype === 'folder' || undefined}
      title={shortened ? name : undefined}
      style={{
        width,
        translate: `${left}px ${top}px`,
        animationDelay: `${Math.min(index * FADE_STEP_S, LAST_FADE_S)}s`,
      }}
    >
      <div className={css.thumb} style={{ height: thumbHeight }}>
        <Thumb element={element} />
      </div>
      <div className={css.name} data-lines={shortened ? lines.join('\n') : undefined}>
        {shortened ? null : lines.join('\n')}
      </div>
    </div>
  );
});
