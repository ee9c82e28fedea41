import { DomainError, type DriveId } from '@skyshelf/contracts';
import { defineJobKind, type JobKind, type JobRequest } from '@skyshelf/jobs';
import type { Logger } from '@skyshelf/telemetry';
import { z } from 'zod';
import { isHeld } from '../../domain/held-deletion.js';
import type { LongProcess } from '../../domain/long-process.js';
import type { Catalog } from '../catalog.js';
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
      await enterProcesses(sweep());
      await releaseReservations(sweep(), signal);
    },
  });

/** Enters jobs for long commands that have none: they lay in the database before there were jobs, or came with a drive that was restored. */
export async function enterProcesses({ catalog: { store, clock }, enter }: DriveSweep): Promise<void> {
  for await (const drive of store.drivesWith('processes')) {
    const processes = await (await store.reader(drive)).side<LongProcess>('processes').find({});
    const due = processes.filter((process) => !isHeld(process, clock.now()));
    if (due.length > 0) await enter(due.map((process) => ({ ...processJob(process), drive })));
  }
}

/** Gives back what was kept for uploads that no one finished. What fails waits for the next time. */
export async function releaseReservations(sweep: DriveSweep, signal: AbortSignal): Promise<void> {
  const { store, clock } = sweep.catalog;
  for await (const drive of store.drivesWith('reservations', clock.now())) {
    signal.throwIfAborted();
    await release(sweep, drive);
  }
}

async function release({ catalog, logger }: DriveSweep, drive: DriveId): Promise<void> {
  try {
    await releaseExpired(catalog, drive);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'drive.closed') return;
    logger.error({ err: error, drive }, 'Expired reservations of a drive could not be released.');
  }
}
