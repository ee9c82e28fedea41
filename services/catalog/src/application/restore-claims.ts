import type { DriveId } from '@skyshelf/contracts';

export interface RestoreRun {
  drive: DriveId;
  run: string;
}

/** A claim stays until its drive is whole or taken back. */
export interface RestoreClaims {
  /** Not claimed: another restore of the drive runs, or may still run. */
  claim(run: RestoreRun): Promise<{ claimed: boolean; wasBroken: boolean }>;
  renew(run: RestoreRun): Promise<void>;
  /** Broken: the state is unknown, and the next restore checks. */
  end(run: RestoreRun & { broken: boolean }): Promise<void>;
  all(): Promise<{ drive: DriveId; underWay: boolean }[]>;
}
