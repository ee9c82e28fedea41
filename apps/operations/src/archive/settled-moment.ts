import { DomainError, driveMoment, type DriveId } from '@skyshelf/contracts';
import type { z } from 'zod';
import type { Installation } from '../installation.js';
import { exportedPages } from './drive-calls.js';
import { eventsPassed } from '../lag/backlog.js';
import type { ReferenceSpill } from './reference-spill.js';

export type DriveMoment = z.infer<typeof driveMoment>;

const TIMEOUT_MS = 60_000;
const PAUSE_MS = 500;

/**
 * Waits at most a minute for a moment without large commands. Derived files may be missing: imports make them.
 * @param spill receives references at that moment, ordered by blob
 * @throws DomainError `input.invalid`: none came
 */
export async function waitForSettledMoment(
  installation: Installation,
  drive: DriveId,
  spill: ReferenceSpill,
  signal: AbortSignal,
): Promise<DriveMoment> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    signal.throwIfAborted();
    await eventsPassed(installation, installation.now(), signal);
    await spill.clear();
    const moment = await readMoment(installation, drive, spill);
    if (moment.underWay === 0) return moment;
    if (waited >= TIMEOUT_MS) {
      const message = 'A large command on this drive is under way. Try again when it has ended.';
      throw new DomainError('input.invalid', { message });
    }
    await installation.pause(PAUSE_MS);
  }
}

async function readMoment(
  installation: Installation,
  drive: DriveId,
  spill: ReferenceSpill,
): Promise<DriveMoment> {
  let moment: DriveMoment | null = null;
  for await (const page of exportedPages(installation, 'catalog', drive, { part: 'moment' })) {
    for (const line of page)
      if (moment) await spill.add(line);
      else moment = driveMoment.parse(line);
  }
  return driveMoment.parse(moment);
}
