import type { ElementView } from '@skyshelf/contracts/browser';
import type { HTMLAttributes, RefObject } from 'react';
import type { Range } from '../selection/selected-ids.js';
import type { Selection } from '../selection/selection.js';

/** A rectangle, in pixels. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What only the layout knows: where things stand. Indices are of the visible elements. */
export interface Geometry {
  /** The element over (-1) or under (1) another one. */
  across(index: number, step: -1 | 1): number | null;
  /** The one a page above (-1) or below (1), in its column; the outermost when there is less. */
  pageAcross(index: number, step: -1 | 1): number;
  /** Places of what an area touches, in pixels of the viewport. */
  within(area: Area): Range[];
  /** Scrolls an element into view. */
  reveal(index: number): void;
}

export interface ListingViewProps {
  elements: readonly ElementView[];
  selection: Selection;
  geometry: RefObject<Geometry | null>;
  /** Role, name and handlers of the list, the same for both layouts. */
  listProps: HTMLAttributes<HTMLDivElement>;
}
