import { DomainError, type DriveId } from '@skyshelf/contracts';
import { defineJobKind, type JobKind, type JobRequest } from '@skyshelf/jobs';
import type { Logger } from '@skyshelf/telemetry';
import { z } from 'zod';
import { isHeld } from '../../domain/held-deletion.js';
import type { LongProcess } from '../../domain/long-process.js';
import type { Catalog } from '../catalog.js';
import { forgetImports } from '../commands/forget-imports.js';
import { releaseExpired } from '../commands/release-reservation.js';
import { processJob } from './begin-process.js';

export interface DriveSweep {
  catalog: Pick<Catalog, 'store' | 'clock' | 'ids'>;
  enter(jobs: readonly JobRequest[]): Promise<void>;
  logger: Pick<Logger, 'error'>;
}

/** Looks again and again for what no command brings about. */
export const sweepKind = (sweep: () => DriveSweep, every: number): JobKind<unknown> =>
  defineJobKind({
    ...{ kind: 'sweep', payload: z.object({}), parallel: 1, tries: 1, every },
    run: async (_, { signal }) => {
      await enterProcesses(sweep(), signal);
      await releaseReservations(sweep(), signal);
      await forgetResults(sweep(), signal);
    },
  });

/** Enters jobs for long commands that have none: they lay in the database before there were jobs, or came with a drive that was restored. */
export const enterProcesses = (sweep: DriveSweep, signal: AbortSignal): Promise<void> =>
  inEachDrive(sweep, sweep.catalog.store.drivesWith('processes'), signal, async (drive) => {
    const { catalog, enter } = sweep;
    const processes = await (await catalog.store.reader(drive)).side<LongProcess>('processes').find({});
    const due = processes.filter((process) => !isHeld(process, catalog.clock.now()));
    if (due.length > 0) await enter(due.map((process) => ({ ...processJob(process), drive })));
  });

/** Gives back what was kept for uploads that no one finished. */
export const releaseReservations = (sweep: DriveSweep, signal: AbortSignal): Promise<void> => {
  const { store, clock } = sweep.catalog;
  return inEachDrive(sweep, store.drivesWith('reservations', clock.now()), signal, (drive) =>
    releaseExpired(sweep.catalog, drive),
  );
};

/** Forgets what came of imports, when no one asks any more. */
const forgetResults = (sweep: DriveSweep, signal: AbortSignal): Promise<void> => {
  const { store, clock } = sweep.catalog;
  return inEachDrive(sweep, store.drivesWith('imports', clock.now()), signal, (drive) =>
    forgetImports(sweep.catalog, drive),
  );
};

/** A drive whose turn fails holds up no other one and waits for the next time; one that is closed has nothing to be done. */
async function inEachDrive(
  { logger }: DriveSweep,
  drives: AsyncIterable<DriveId>,
  signal: AbortSignal,
  work: (drive: DriveId) => Promise<unknown>,
): Promise<void> {
  for await (const drive of drives) {
    signal.throwIfAborted();
    try {
      await work(drive);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'drive.closed') continue;
      logger.error({ err: error, drive }, 'A drive could not be swept.');
    }
  }
}
