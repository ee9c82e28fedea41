import type { ElementView } from '@skyshelf/contracts/browser';
import type { HTMLAttributes, RefObject } from 'react';
import type { Selection } from '../selection/selection.js';

/** What only the layout knows: where things stand. Indices are of the visible elements. */
export interface Geometry {
  /** The element over (-1) or under (1) another one. */
  across(index: number, step: -1 | 1): number | null;
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
