import type { DriveId } from '@skyshelf/contracts';

export interface RestoreRun {
  drive: DriveId;
  run: string;
}

/** Drives that are being restored. A claim stays until its drive is whole or taken back. */
export interface RestoreClaims {
  /** Not claimed: another restore of the drive runs, or ended so lately that it may. */
  claim(run: RestoreRun): Promise<{ claimed: boolean; wasBroken: boolean }>;
  renew(run: RestoreRun): Promise<void>;
  /** The drive is whole, or nothing of it is left; broken: no one knows, and the next restore looks. */
  end(run: RestoreRun & { broken: boolean }): Promise<void>;
  all(): Promise<{ drive: DriveId; underWay: boolean }[]>;
}
