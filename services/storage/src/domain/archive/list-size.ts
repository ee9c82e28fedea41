export interface ListSize {
  entries: number;
  pathBytes: number;
}

/** The most that one list may have. */
export type ListBounds = ListSize;

/** An entry takes about 100 bytes; a tree of this size is read in seconds. */
export const standardBounds: ListBounds = { entries: 500_000, pathBytes: 48 * 1024 * 1024 };

const PAGE: ListSize = { entries: 1000, pathBytes: 256 * 1024 };
const ENTRY_BYTES = 60;

export const NOTHING: ListSize = { entries: 0, pathBytes: 0 };

export const grown = ({ entries, pathBytes }: ListSize, { path }: { path: string }): ListSize => ({
  entries: entries + 1,
  pathBytes: pathBytes + Buffer.byteLength(path),
});

export const isTooLarge = (size: ListSize, most: ListBounds): boolean =>
  size.entries > most.entries || size.pathBytes > most.pathBytes;

export const isFullPage = (size: ListSize): boolean =>
  size.entries >= PAGE.entries || size.pathBytes >= PAGE.pathBytes;

/** A list of so many elements, with paths as long as those that have come. */
export const mayTurnOutTooLarge = (so: ListSize, most: ListBounds, elements = Infinity): boolean =>
  isTooLarge({ entries: elements, pathBytes: (so.pathBytes / so.entries) * elements }, most);

export const listBytes = ({ entries, pathBytes }: ListSize): number => pathBytes + entries * ENTRY_BYTES;
