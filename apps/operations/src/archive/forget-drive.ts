import { forgettingOrder, type DriveId } from '@skyshelf/contracts';
import type { Installation } from '../installation.js';
import { exportedPart, forgetIn } from './drive-calls.js';

/** For good: tombstones stay. Repeatable, and continues after a kill. */
export async function forgetDrive(installation: Pick<Installation, 'peers'>, drive: DriveId): Promise<void> {
  for (const service of forgettingOrder) await forgetIn(installation, service, drive, { forGood: true });
}

/** Before anyone could sign in. Unnamed blobs go with storage's sweep. */
export async function takeBack(installation: Pick<Installation, 'peers'>, drive: DriveId): Promise<void> {
  if ((await exportedPart(installation, 'gateway', drive, { part: 'account' })).length > 0)
    throw new Error(`The drive ${drive} has an account: it is not taken back.`);
  for (const service of forgettingOrder)
    if (service !== 'gateway') await forgetIn(installation, service, drive, { forGood: false });
}
