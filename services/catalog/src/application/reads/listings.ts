import type { ElementId } from '@skyshelf/contracts';
import type { ContentCoding } from '@skyshelf/http';
import type { Placed } from './listing-order.js';

/** As sent. */
export interface Listing {
  /** The rows are of this version or newer. */
  version: number;
  bytes: Buffer;
  /** Of a whole folder: the openings' revision that its counters have, or newer. */
  opened?: number;
  /** Where counters are patched in with every answer. */
  ids?: readonly ElementId[];
  /** Positions in `bytes`, for pages. */
  pages?: Pages;
  /** There are no bytes. */
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

/** By name and version; see infrastructure/listing-cache.ts. */
export interface Listings {
  at(version: number, name: string, load: () => Promise<LoadedListing>): Promise<Listing>;
  /** Compressed once, however often they are sent. */
  compressed(bytes: Buffer, coding: ContentCoding): Promise<Buffer>;
  /** Unless a newer one is there by now. */
  replace(name: string, before: Listing, after: Listing): void;
}
