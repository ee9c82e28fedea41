import type { Readable } from 'node:stream';
import type { DriveId } from '@skyshelf/contracts';
import type { Takeout } from '../../domain/takeout.js';

/** One of each account. */
export interface Takeouts {
  of(drive: DriveId): Promise<{ takeout: Takeout; percent: number } | null>;
  /**
   * Enters the job of a new one; the one before is not offered any more.
   * @throws DomainError `drive.closed`; what `decide` throws
   */
  begin(drive: DriveId, decide: (present: Takeout | null) => Takeout): Promise<void>;
  /** False: it is not being made. */
  cancel(drive: DriveId, id: string): Promise<boolean>;
  isWanted(drive: DriveId, id: string): Promise<boolean>;
  /** Answers how many. */
  forgetExpired(now: Date, most: number): Promise<number>;
}

export interface TakeoutSource {
  /** All elements of one moment, see drive-tree.ts of the contracts. */
  tree(drive: DriveId): Promise<Readable>;
  /** Folders and links. */
  bookmarks(drive: DriveId): Promise<Readable>;
  settings(drive: DriveId): Promise<Readonly<Record<string, boolean>>>;
}
