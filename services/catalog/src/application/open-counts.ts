import type { DriveId, ElementId } from '@skyshelf/contracts';

/** How often elements were opened. Beside the stream: a crash may lose a count, a rebuild keeps them. */
export interface OpenCounts {
  /** One more; answers how often it is now. */
  add(drive: DriveId, id: ElementId): Promise<number>;
  /** Of those that were opened at all. */
  of(drive: DriveId, ids: readonly ElementId[]): Promise<ReadonlyMap<ElementId, number>>;
  /** Elements are gone. */
  forget(drive: DriveId, ids: readonly ElementId[]): Promise<void>;
}
