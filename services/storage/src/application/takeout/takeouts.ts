import type { Readable } from 'node:stream';
import type { DriveId } from '@skyshelf/contracts';
import type { Takeout } from '../../domain/takeout.js';

/** The takeouts of accounts: one of each. */
export interface Takeouts {
  /** With how far it is, percent. */
  of(drive: DriveId): Promise<{ takeout: Takeout; percent: number } | null>;
  /**
   * Keeps what `decide` says, and enters the job of a new one; the one before is not offered any more.
   * @throws DomainError `drive.closed`; what `decide` throws
   */
  begin(drive: DriveId, decide: (present: Takeout | null) => Takeout): Promise<void>;
  /** Takes one back that is being made. False: it is not. */
  cancel(drive: DriveId, id: string): Promise<boolean>;
  /** Whether it is still to be made. */
  isWanted(drive: DriveId, id: string): Promise<boolean>;
  /** Those whose time is over. Answers how many. */
  forgetExpired(now: Date, most: number): Promise<number>;
}

/** What the other services know of an account, for its takeout. */
export interface TakeoutSource {
  /** All elements of one moment, as lines of JSON; see drive-tree.ts of the contracts. */
  tree(drive: DriveId): Promise<Readable>;
  /** Folders and links as a file of bookmarks. */
  bookmarks(drive: DriveId): Promise<Readable>;
  settings(drive: DriveId): Promise<Readonly<Record<string, boolean>>>;
}
