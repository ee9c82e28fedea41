import type { ElementId } from '@skyshelf/contracts';
import type { ContentCoding } from '@skyshelf/http';
import type { Placed } from './listing-order.js';

export interface Listing {
  /** The rows are of this version or newer. */
  version: number;
  bytes: Buffer;
  /** Of a whole folder: the openings' revision of its counters, or newer. */
  opened?: number;
  /** Where counters are patched in with every answer. */
  ids?: readonly ElementId[];
  /** Positions in `bytes`, for pages. */
  pages?: Pages;
  tooLarge?: boolean;
}

/** For cutting out any part of a sorted folder. */
export interface Pages {
  folderId: string;
  /** Null for a folder too large to be sorted. */
  places: readonly Placed[] | null;
  /** The start of each element, and finally the end. */
  starts: Uint32Array;
}

/** Not `exact` when the drive was written in the meantime. */
export type LoadedListing = Listing & { exact: boolean };

/** By name and version. */
export interface Listings {
  at(version: number, name: string, load: () => Promise<LoadedListing>): Promise<Listing>;
  compressed(bytes: Buffer, coding: ContentCoding): Promise<Buffer>;
  /** Unless a newer one is there by now. */
  replace(name: string, before: Listing, after: Listing): void;
}
