import { type DriveId, type DrivePageAnswer, internalRoutes } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation, StreamService } from './installation.js';

const PAGE = 500;

type DriveSummary = DrivePageAnswer['drives'][number];

/** Ever written, by id. */
export async function* drivesOf(
  { peers }: Pick<Installation, 'peers'>,
  service: StreamService,
  behind: DriveId | null = null,
): AsyncGenerator<DriveSummary> {
  for (let after = behind, more = true; more;) {
    const query = { limit: PAGE, ...(after !== null && { after }) };
    const page: DrivePageAnswer = await ask(peers, internalRoutes.allDrives, { service, query });
    yield* page.drives;
    after = page.next;
    more = after !== null;
  }
}

export async function countDrives(
  { peers }: Pick<Installation, 'peers'>,
  service: StreamService,
): Promise<number> {
  return (await ask(peers, internalRoutes.allDrives, { service, query: { limit: 1 } })).total;
}

/** null: never written. */
export async function findDrive(
  { peers }: Pick<Installation, 'peers'>,
  service: StreamService,
  drive: DriveId,
): Promise<DriveId | null> {
  const query = { drive, after: 0, limit: 1 };
  const events = await ask(peers, internalRoutes.driveEvents, { service, query });
  return events.length > 0 ? drive : null;
}
