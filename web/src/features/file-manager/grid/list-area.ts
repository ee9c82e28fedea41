import type { RefObject } from 'react';
import type { Area } from './listing-view.js';

const BARS_PX = 220;

export const rowsOfPage = (rowHeight: number): number =>
  Math.max(1, Math.floor((innerHeight - BARS_PX) / rowHeight));

/**
 * Pixels from the corner of the list.
 * @param shift how much further the list is than its box
 */
export const inList = (
  { left, top, right, bottom }: Area,
  boxRef: RefObject<HTMLElement | null>,
  shift: number,
): Area => {
  const { x = 0, y = 0 } = boxRef.current?.getBoundingClientRect() ?? {};
  return { left: left - x, top: top - y + shift, right: right - x, bottom: bottom - y + shift };
};
