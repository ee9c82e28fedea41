import type { BlobId } from '@skyshelf/contracts';

/** A file or a folder of an archive. */
export interface ArchiveEntry {
  /** As the archive says it: `/` between folders, and at the end of a folder. */
  path: string;
  /** Where its bytes are; null for a folder. */
  blobId: BlobId | null;
  /** Bytes. */
  size: number;
  /** null as long as no one has read the bytes; it is needed only when the entry's turn comes. */
  crc32: number | null;
  /** Whole seconds since the epoch. */
  modified: number;
}

/** An entry whose header can be written. */
export type CheckedEntry = ArchiveEntry & { crc32: number };
