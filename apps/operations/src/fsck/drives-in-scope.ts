import type { DriveId } from '@skyshelf/contracts';
import { countDrives, drivesOf, findDrive } from '../drives.js';
import type { Installation } from '../installation.js';
import { streamServices, type StreamService } from '../services.js';
import type { Scope } from './check.js';

export async function* drivesInScope(
  installation: Installation,
  service: StreamService,
  scope: Scope,
): AsyncGenerator<DriveId> {
  if (scope.drive === null) for await (const { drive } of drivesOf(installation, service)) yield drive;
  else if (await findDrive(installation, service, scope.drive)) yield scope.drive;
}

export async function countInScope(installation: Installation, { drive }: Scope): Promise<number | null> {
  if (drive !== null) return null;
  const counts = await Promise.all(streamServices.map((service) => countDrives(installation, service)));
  return counts.reduce((sum, count) => sum + count, 0);
}
