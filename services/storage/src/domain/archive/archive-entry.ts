import type { BlobId } from '@skyshelf/contracts';

export interface ArchiveEntry {
  /** `/` between folders, and at the end of a folder. */
  path: string;
  /** null for a folder. */
  blobId: BlobId | null;
  /** Bytes. */
  size: number;
  /** null until its turn comes. */
  crc32: number | null;
  /** Whole seconds since the epoch. */
  modified: number;
}

/** Its header can be written. */
export type CheckedEntry = ArchiveEntry & { crc32: number };
