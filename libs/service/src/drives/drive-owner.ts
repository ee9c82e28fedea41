import type { DriveExportQuery, DriveId, DrivePart, DriveRestoreHead } from '@skyshelf/contracts';

/** Gives one part of a drive, value by value. */
export type ExportPart<P extends DrivePart> = (
  drive: DriveId,
  query: Extract<DriveExportQuery, { part: P }>,
) => AsyncIterable<unknown>;

/** What a restore says before its lines, as far as it is not the kit's. */
export type RestoreHead = Omit<DriveRestoreHead, 'passed'>;

/**
 * What a service keeps of a drive in collections of its own. Its events, its cursors and what it has parked are the kit's, and so is a whole stream of events.
 */
export interface DriveOwner {
  /** The parts that others may ask for. Called outside of commands; none may hold all of a drive in memory. */
  exports?: { [P in DrivePart]?: ExportPart<P> };
  /**
   * Takes what was exported elsewhere, in pages. No one uses the drive before all of its services have it.
   * @throws DomainError `input.invalid` when the drive is there, or a value is none of its own
   */
  restore?(drive: DriveId, head: RestoreHead, pages: AsyncIterable<unknown[]>): Promise<void>;
  /**
   * Leaves nothing of a drive, whose tombstone is written by then when it is for good. May be repeated and may have been killed midway, so what finds other
   * things goes last.
   */
  forget?(drive: DriveId, options: { forGood: boolean }): Promise<void>;
  /** Whether it holds anything of a drive that would be in a restore's way. */
  knows?(drive: DriveId): Promise<boolean>;
}
