import type { BlobId, ElementId } from '@skyshelf/contracts';

/** A command under way in chunks: kept outside the stream, moved on in the transaction of each chunk. */
export type LongProcess = PurgeProcess | RetagProcess | CopyProcess | ImportProcess;

interface Underway {
  id: string;
  /** Number of the next chunk: grows as long as a process goes on with it. */
  chunk: number;
  /** Elements. */
  done: number;
}

/** A deletion. */
export interface PurgeProcess extends Underway {
  kind: 'purge';
  /** What was selected, where it stood, and the limbo where it waits. */
  roots: { id: ElementId; parentId: ElementId; limboId: ElementId }[];
  /** Nothing is purged before; until then it can be undone. Milliseconds since the epoch. */
  heldUntil?: number | undefined;
}

/** A tag is renamed, or removed (`to: null`), wherever it is. */
export interface RetagProcess extends Underway {
  kind: 'retag';
  tag: string;
  to: string | null;
}

/** A copy. */
export interface CopyProcess extends Underway {
  kind: 'copy';
  /** The copied folders, and those that are to become equal to them. */
  roots: { source: ElementId; id: ElementId }[];
  /** Elements in all, counted before it began. */
  total: number;
  /** Only what was there at this version of the drive is copied. */
  startVersion: number;
  /** Bytes still kept for it. */
  reserved: number;
}

export type ImportState = 'done' | 'cancelled' | 'no-room' | 'gone';

/** Bookmarks of a file that come into a folder. `done`: its entries that are dealt with; of a cancelled one those that are still to be taken back. */
export interface ImportProcess extends Underway {
  kind: 'import';
  /** Who asked for it. */
  actor: string;
  file: ElementId;
  blobId: BlobId;
  /** Whether the file is deleted in the end. */
  discard: boolean;
  /** How the file is written; null: as it says. */
  charset: string | null;
  target: ElementId;
  /** Of the target when it began, 0 for the root: what the plan goes by. ISO 8601 the moment. */
  depth: number;
  begun: string;
  /** Entries in all, and of each sort, as the first answer says. */
  total: number;
  found: ImportFound;
  /** The folders of the file that the last entry lies in, and itself if it is one; null: gone. */
  open: { index: number; id: ElementId | null }[];
  /** Bytes still kept for it. */
  reserved: number;
  counts: ImportCounts;
  /** Why it is being ended early. */
  ending: ImportState | null;
}

/** What is in a file; `refused`: what can't come. */
export interface ImportFound {
  folders: number;
  links: number;
  refused: number;
}

export interface ImportCounts {
  /** New ones. */
  folders: number;
  links: number;
  /** Those that were there already. */
  present: number;
  refused: number;
}
