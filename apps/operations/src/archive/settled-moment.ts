import { DomainError, driveJobs, driveMoment, endedJob, type DriveId } from '@skyshelf/contracts';
import { z } from 'zod';
import type { Installation } from '../installation.js';
import { exportedPages, exportedPart } from './drive-calls.js';
import { eventsPassed } from '../lag/events-passed.js';
import type { NamingSpill } from './naming-spill.js';

const endedJobs = z.array(endedJob);

export type DriveMoment = z.infer<typeof driveMoment>;

const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

/**
 * A moment of a drive at which nothing is half done: no large command is being carried on, no derived file on its way. Waits for it, at most a minute.
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
    const moment = await readMoment(installation, drive, namings);
    if (moment.underWay === 0 && !(await someAwaited(installation, drive, namings, signal))) return moment;
    if (waited >= PATIENCE_MS) {
      const message =
        'A large command or previews of this drive are under way. Try again when they have ended.';
      throw new DomainError('input.invalid', { message });
    }
    await installation.pause(PAUSE_MS);
  }
}

async function readMoment(
  installation: Installation,
  drive: DriveId,
  namings: NamingSpill,
): Promise<DriveMoment> {
  let moment: DriveMoment | null = null;
  for await (const page of exportedPages(installation, 'catalog', drive, { part: 'moment' })) {
    for (const line of page)
      if (moment) await namings.add(line);
      else moment = driveMoment.parse(line);
  }
  return driveMoment.parse(moment);
}

/** A job that ended so long before the moment was heard of by then. */
const HEARD_OF_MS = 10 * 60_000;

/** Whether media is at work for the drive, or has said too late for this moment what came of it. */
async function someAwaited(
  installation: Installation,
  drive: DriveId,
  namings: NamingSpill,
  signal: AbortSignal,
): Promise<boolean> {
  await eventsPassed(installation, installation.now(), signal);
  const endedSince = new Date(installation.now().getTime() - HEARD_OF_MS);
  const [head, ...ended] = await exportedPart(installation, 'media', drive, { part: 'jobs', endedSince });
  if (driveJobs.parse(head).underWay) return true;
  const late = endedJobs.parse(ended);
  if (late.length === 0) return false;
  const kinds = Map.groupBy(late, (job): string => job.elementId);
  for await (const page of namings.pages())
    for (const { id, derived } of page) if (kinds.get(id)?.some(({ kind }) => !derived[kind])) return true;
  return false;
}
