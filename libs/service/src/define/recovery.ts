import type { DriveId } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import type { Db } from 'mongodb';

/** The part of `skyshelf restored` that a service implements without being started. */
export interface Recovery {
  /** Lists all accounts whose deletion has begun, from outside the databases. */
  deletedDrives?(objects: ObjectStore): Promise<DriveId[]>;
  /** Enters their deletion again. Repeatable. */
  deleteAgain?(db: Db, drives: readonly DriveId[], now: Date): Promise<void>;
}
