import type { DriveExportQuery, DriveId, DrivePart, DriveRestoreHead } from '@skyshelf/contracts';

export type ExportPart<P extends DrivePart> = (
  drive: DriveId,
  query: Extract<DriveExportQuery, { part: P }>,
) => AsyncIterable<unknown>;

export type RestoreHead = Omit<DriveRestoreHead, 'passed'>;

/** Own collections; events, cursors, parked events and streams belong to the kit. */
export interface DriveOwner {
  /** Called outside commands; none may hold a whole drive in memory. */
  exports?: { [P in DrivePart]?: ExportPart<P> };
  /**
   * In pages. No one uses the drive before all of its services have it.
   * @throws DomainError `input.invalid` when the drive is there, or a value is none of its own
   */
  restore?(drive: DriveId, head: RestoreHead, pages: AsyncIterable<unknown[]>): Promise<void>;
  /**
   * After the tombstone when for good. Repeatable, perhaps killed midway, so what finds other things goes
   * last.
   */
  forget?(drive: DriveId, options: { forGood: boolean }): Promise<void>;
  /** Whether it holds anything that would be in a restore's way. */
  knows?(drive: DriveId): Promise<boolean>;
}
