import type { DriveId, ElementId, OpId } from '@skyshelf/contracts';

/** How often elements were opened. Outside the stream: a crash may lose a count, a rebuild keeps them. */
export interface OpenCounts {
  /** One more, once for each operation; answers how often it is now. */
  add(drive: DriveId, id: ElementId, opId: OpId): Promise<number>;
  /** Of those that were opened at all. */
  of(drive: DriveId, ids: readonly ElementId[]): Promise<ReadonlyMap<ElementId, number>>;
  /** Elements are gone. */
  forget(drive: DriveId, ids: readonly ElementId[]): Promise<void>;
  /** Grows with each opening in a drive; counts that are read after it are of this revision or newer. 0: nothing was ever opened. */
  revision(drive: DriveId): Promise<number>;
  /** What was opened since a revision, with counts of the revision that is answered or newer; more may be told than was opened. */
  since(
    drive: DriveId,
    revision: number,
  ): Promise<{ revision: number; counts: ReadonlyMap<ElementId, number> }>;
}
