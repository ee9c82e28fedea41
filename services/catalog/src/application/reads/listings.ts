import type { ElementId } from '@skyshelf/contracts';
import type { ContentCoding } from '@skyshelf/http';
import type { Placed } from './listing-order.js';

/** A listing as it goes over the wire. */
export interface Listing {
  /** Of the drive; the rows are of this version or newer. */
  version: number;
  bytes: Buffer;
  /** Of a whole folder: up to which revision of the drive's openings the counters are, or newer. */
  opened?: number;
  /** Which elements are in it, where their counters are put in with every answer. */
  ids?: readonly ElementId[];
  /** Where each element stands in `bytes`, when pages are taken from it. */
  pages?: Pages;
  /** The folder holds more than was asked for, so there are no bytes. */
  tooLarge?: boolean;
}

/** A sorted folder of which any part can be cut out. */
export interface Pages {
  folderId: string;
  /** Null for a folder that is too large to be held sorted. */
  places: readonly Placed[] | null;
  /** Where each element begins in the bytes, and behind them where the next one would. */
  starts: Uint32Array;
}

/** A listing just read; not `exact` when the drive was written to while it was read. */
export type LoadedListing = Listing & { exact: boolean };

/** Keeps listings by name and version; see infrastructure/listing-cache.ts. */
export interface Listings {
  at(version: number, name: string, load: () => Promise<LoadedListing>): Promise<Listing>;
  /** The bytes of a listing in a content coding: compressed once, however often they are sent. */
  compressed(bytes: Buffer, coding: ContentCoding): Promise<Buffer>;
  /** Puts another one in the place of one that was kept, unless a newer one is there by now. */
  replace(name: string, before: Listing, after: Listing): void;
}
