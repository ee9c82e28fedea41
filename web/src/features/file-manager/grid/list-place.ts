import type { RefObject } from 'react';
import type { Area } from './listing-view.js';

/** What the bars at the top and the bottom of the window cover. */
const BARS_PX = 220;

/** How many rows a Page key goes on. */
export const rowsOfPage = (rowHeight: number): number =>
  Math.max(1, Math.floor((innerHeight - BARS_PX) / rowHeight));

/**
 * An area of the viewport in pixels from the corner of the list.
 * @param shift how much further the list is than the box it stands in
 */
export const inList = (
  { left, top, right, bottom }: Area,
  boxRef: RefObject<HTMLElement | null>,
  shift: number,
): Area => {
  const { x = 0, y = 0 } = boxRef.current?.getBoundingClientRect() ?? {};
  return { left: left - x, top: top - y + shift, right: right - x, bottom: bottom - y + shift };
};
