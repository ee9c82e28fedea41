import type { ElementId } from '@skyshelf/contracts';
import type { Shelf } from './filled-drives.js';

/** A drive of a size: what is listed at the top, and a folder with all the rest. */
export interface SizedShelf extends Shelf {
  size: number;
  /** Elements at the top but the two folders. */
  listed: ElementId[];
  /** Holds `size` elements; stands in `here` or `there`. */
  big: ElementId;
  here: ElementId;
  there: ElementId;
  /** A level below `there`. */
  deeper: ElementId;
}
