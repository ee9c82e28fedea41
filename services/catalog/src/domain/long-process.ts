import type { BlobId, ElementId } from '@skyshelf/contracts';

/** Outside the stream, moved on in each chunk's transaction. */
export type LongProcess = PurgeProcess | RetagProcess | CopyProcess | ImportProcess | RewindProcess;

interface Underway {
  id: string;
  chunk: number;
  done: number;
}

export interface PurgeProcess extends Underway {
  kind: 'purge';
  /** Selected elements, their former folders and limbos. */
  roots: { id: ElementId; parentId: ElementId; limboId: ElementId }[];
  /** The earliest time of purging; milliseconds since the epoch. */
  heldUntil?: number | undefined;
}

export interface RetagProcess extends Underway {
  kind: 'retag';
  tag: string;
  to: string | null;
}

export interface CopyProcess extends Underway {
  kind: 'copy';
  roots: { source: ElementId; id: ElementId }[];
  /** Counted before it began. */
  total: number;
  /** Later elements are not copied. */
  startVersion: number;
  reserved: number;
}

export interface RewindProcess extends Underway {
  kind: 'rewind';
  folder: ElementId;
  /** The folder comes to hold the elements of this version. */
  to: number;
  /** Later elements stay. */
  startVersion: number;
  /** It undoes this process alone, wherever that has changed anything. */
  undoes: string | null;
  total: number;
}

export type ImportState = 'done' | 'cancelled' | 'no-room' | 'gone';

/** `done`: entries dealt with; when cancelled, those still to be taken back. */
export interface ImportProcess extends Underway {
  kind: 'import';
  actor: string;
  file: ElementId;
  blobId: BlobId;
  discard: boolean;
  /** null: as the file says. */
  charset: string | null;
  target: ElementId;
  /** The target's at the start, 0 for the root: the plan depends on it. */
  depth: number;
  begun: string;
  total: number;
  found: ImportFound;
  /** Folders of the file around the last entry; null: gone. */
  open: { index: number; id: ElementId | null }[];
  reserved: number;
  counts: ImportCounts;
  ending: ImportState | null;
}

/** `refused`: what can't come. */
export interface ImportFound {
  folders: number;
  links: number;
  refused: number;
}

export interface ImportCounts {
  folders: number;
  links: number;
  present: number;
  refused: number;
}

/** A held deletion can be undone and doesn't count as running. */
export const isHeld = (process: LongProcess, now: Date): process is PurgeProcess & { heldUntil: number } =>
  process.kind === 'purge' && process.heldUntil !== undefined && process.heldUntil > now.getTime();
