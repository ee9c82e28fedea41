import { DomainError, type DriveId } from '@skyshelf/contracts';
import { defineJobKind, type JobKind, type JobRequest } from '@skyshelf/jobs';
import type { Logger } from '@skyshelf/telemetry';
import { z } from 'zod';
import { isHeld, type LongProcess } from '../../domain/long-process.js';
import type { Catalog } from '../catalog.js';
import { forgetImports } from '../commands/import-bookmarks.js';
import { releaseExpired } from '../commands/release-reservation.js';
import { processJob } from './stored-processes.js';

export interface DriveSweep {
  catalog: Pick<Catalog, 'store' | 'clock' | 'ids'>;
  enqueue(jobs: readonly JobRequest[]): Promise<void>;
  logger: Pick<Logger, 'error'>;
}

export const sweepKind = (sweep: () => DriveSweep, every: number): JobKind<unknown> =>
  defineJobKind({
    kind: 'sweep',
    payload: z.object({}),
    parallel: 1,
    tries: 1,
    every,
    run: async (_, { signal }) => {
      await enterProcesses(sweep(), signal);
      await releaseReservations(sweep(), signal);
      await forgetResults(sweep(), signal);
    },
  });

/** For long commands without a job: from before there were jobs, or restored. */
export const enterProcesses = (sweep: DriveSweep, signal: AbortSignal): Promise<void> =>
  inEachDrive(sweep, sweep.catalog.store.drivesWith('processes'), signal, async (drive) => {
    const { catalog, enqueue } = sweep;
    const processes = await (await catalog.store.reader(drive)).side<LongProcess>('processes').find({});
    const due = processes.filter((process) => !isHeld(process, catalog.clock.now()));
    if (due.length > 0) await enqueue(due.map((process) => ({ ...processJob(process), drive })));
  });

export const releaseReservations = (sweep: DriveSweep, signal: AbortSignal): Promise<void> => {
  const { store, clock } = sweep.catalog;
  return inEachDrive(sweep, store.drivesWith('reservations', clock.now()), signal, (drive) =>
    releaseExpired(sweep.catalog, drive),
  );
};

const forgetResults = (sweep: DriveSweep, signal: AbortSignal): Promise<void> => {
  const { store, clock } = sweep.catalog;
  return inEachDrive(sweep, store.drivesWith('imports', clock.now()), signal, (drive) =>
    forgetImports(sweep.catalog, drive),
  );
};

/** A failing drive waits for the next time and holds up no other. */
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
