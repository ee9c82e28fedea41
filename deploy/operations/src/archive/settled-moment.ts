import { DomainError, type DriveId } from '@skyshelf/contracts';
import { readDriveMoment, type DriveMoment } from '@skyshelf/event-store';
import { z } from 'zod';
import type { Installation } from '../installation.js';
import { eventsPassed } from '../lag/events-passed.js';

const naming = z.object({
  id: z.string(),
  blobId: z.string(),
  thumbnailBlobId: z.string().nullable(),
  confirm: z.boolean().nullable(),
});
/** An element that names a blob. */
export type NamingRow = z.infer<typeof naming>;

const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

/**
 * A moment of a drive at which nothing is half done: no large command is being carried on, no thumbnail on its way. Waits for it, at most a minute.
 * @throws DomainError `input.invalid` when there is none
 */
export async function settledMoment(
  installation: Installation,
  drive: DriveId,
  signal: AbortSignal,
): Promise<DriveMoment<NamingRow>> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    signal.throwIfAborted();
    await eventsPassed(installation, installation.now(), signal);
    const moment = await readDriveMoment(
      installation.db('catalog'),
      drive,
      (row) => naming.safeParse(row).data ?? null,
    );
    if (moment.underWay === 0 && !(await someAwaited(installation, drive, moment, signal))) return moment;
    if (waited >= PATIENCE_MS) {
      const message =
        'A large command or thumbnails of this drive are under way. Try again when they have ended.';
      throw new DomainError('input.invalid', { message });
    }
    await installation.pause(PAUSE_MS);
  }
}

/** Whether media has not said of some file yet, or said too late for this moment, whether it can be shown. */
async function someAwaited(
  installation: Installation,
  drive: DriveId,
  { chosen }: DriveMoment<NamingRow>,
  signal: AbortSignal,
): Promise<boolean> {
  const unknown = chosen.filter(({ confirm }) => confirm === null).map(({ blobId }) => blobId);
  if (unknown.length === 0) return false;
  await eventsPassed(installation, installation.now(), signal);
  const jobs = installation.db('media').collection('jobs');
  const asked = { drive, blobId: { $in: unknown }, state: { $in: ['waiting', 'running', 'done'] } };
  return (await jobs.findOne(asked, { projection: { _id: 1 } })) !== null;
}
