import type { ElementView } from '@skyshelf/contracts/browser';
import type { HTMLAttributes, RefObject } from 'react';
import type { Range } from '../selection/selected-ids.js';
import type { Selection } from '../selection/selection.js';

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Indices are of the visible elements. */
export interface Geometry {
  /** A step of -1 moves to the row above, 1 to the row below. */
  across(index: number, step: -1 | 1): number | null;
  /** A page over (-1) or under (1); the outermost when there is less. */
  pageAcross(index: number, step: -1 | 1): number;
  /** @param area pixels of the viewport */
  within(area: Area): Range[];
  reveal(index: number): void;
}

export interface ListingViewProps {
  elements: readonly ElementView[];
  selection: Selection;
  geometry: RefObject<Geometry | null>;
  listProps: HTMLAttributes<HTMLDivElement>;
}

const BARS_PX = 220;

export const rowsOfPage = (rowHeight: number): number =>
  Math.max(1, Math.floor((innerHeight - BARS_PX) / rowHeight));

/**
 * Converts to pixels from the corner of the list.
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

export const optionId = (elementId: string): string => `element-${elementId}`;
