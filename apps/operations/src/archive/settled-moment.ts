import { DomainError, type DriveId } from '@skyshelf/contracts';
import { readDriveMoment, type DriveMoment } from '@skyshelf/event-store';
import type { Installation } from '../installation.js';
import { eventsPassed } from '../lag/events-passed.js';
import type { NamingSpill } from './naming-spill.js';

const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

/**
 * A moment of a drive at which nothing is half done: no large command is being carried on, no thumbnail on its way. Waits for it, at most a minute.
 * @param namings gets who names which blob at that moment, in the order of the blobs
 * @throws DomainError `input.invalid` when there is none
 */
export async function settledMoment(
  installation: Installation,
  drive: DriveId,
  namings: NamingSpill,
  signal: AbortSignal,
): Promise<DriveMoment> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    signal.throwIfAborted();
    await eventsPassed(installation, installation.now(), signal);
    await namings.clear();
    const moment = await readDriveMoment(installation.db('catalog'), drive, {
      by: 'blobId',
      visit: (row) => namings.add(row),
    });
    if (moment.underWay === 0 && !(await someAwaited(installation, drive, namings, signal))) return moment;
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
  namings: NamingSpill,
  signal: AbortSignal,
): Promise<boolean> {
  const jobs = installation.db('media').collection('jobs');
  let isPassed = false;
  for await (const page of namings.pages()) {
    const unknown = page.filter(({ confirm }) => confirm === null).map(({ blobId }) => blobId);
    if (unknown.length === 0) continue;
    if (!isPassed) await eventsPassed(installation, installation.now(), signal);
    isPassed = true;
    const asked = {
      drive,
      'source.blobId': { $in: unknown },
      state: { $in: ['waiting', 'running', 'done'] },
    };
    if (await jobs.findOne(asked, { projection: { _id: 1 } })) return true;
  }
  return false;
}
