import { forgettingOrder, type DriveId } from '@skyshelf/contracts';
import type { Installation } from '../installation.js';
import { exportedPart, forgetIn } from './drive-calls.js';

/**
 * Removes a drive and its account from all services, for good: a tombstone of the drive's id stays in each. May be repeated, and goes on where a killed one
 * stopped.
 */
export async function forgetDrive(installation: Pick<Installation, 'peers'>, drive: DriveId): Promise<void> {
  for (const service of forgettingOrder) await forgetIn(installation, service, drive, { forGood: true });
}

/** Takes back a drive that no one could sign in to yet. Its blobs are named by no one then, and go with storage's sweep. */
export async function takeBack(installation: Pick<Installation, 'peers'>, drive: DriveId): Promise<void> {
  if ((await exportedPart(installation, 'gateway', drive, { part: 'account' })).length > 0)
    throw new Error(`The drive ${drive} has an account: it is not taken back.`);
  for (const service of forgettingOrder)
    if (service !== 'gateway') await forgetIn(installation, service, drive, { forGood: false });
}
