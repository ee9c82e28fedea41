import type { DriveId, ElementId, OpId } from '@skyshelf/contracts';

/** Outside the stream: a crash may lose a count, a rebuild keeps them. */
export interface OpenCounts {
  /** Once for each operation; answers the new count. */
  add(drive: DriveId, id: ElementId, opId: OpId): Promise<number>;
  /** Of those opened at all. */
  of(drive: DriveId, ids: readonly ElementId[]): Promise<ReadonlyMap<ElementId, number>>;
  forget(drive: DriveId, ids: readonly ElementId[]): Promise<void>;
  /** Grows with each opening; counts read afterwards are at least as new. 0: nothing was ever opened. */
  revision(drive: DriveId): Promise<number>;
  /** With counts of the answered revision or newer; may name too many. */
  since(
    drive: DriveId,
    revision: number,
  ): Promise<{ revision: number; counts: ReadonlyMap<ElementId, number> }>;
}
