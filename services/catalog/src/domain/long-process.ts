import type { ElementId } from '@skyshelf/contracts';

/** A command under way in chunks: kept outside the stream, moved on in the transaction of each chunk. */
export type LongProcess = PurgeProcess | RetagProcess | CopyProcess;

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
