import { DomainError, type DriveId } from '@skyshelf/contracts';
import { defineJobKind, type JobKind } from '@skyshelf/jobs';
import { isHeld } from '../../domain/held-deletion.js';
import type { LongProcess } from '../../domain/long-process.js';
import type { Catalog } from '../catalog.js';
import { PROCESS_KIND, processPayload } from './begin-process.js';
import { carryOn } from './carry-on.js';
import { BriefChunks, type ChunkPace } from './chunk-pace.js';

/** Milliseconds, doubled each time. */
const PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** For what another process carries on, milliseconds. */
const LOOK_AGAIN_MS = 1000;

/** Default: small enough for users' commands. */
export type Pace = () => ChunkPace;

/**
 * Carries a long command through in chunks; users' commands pass between. Its state is in the drive's
 * documents, so it survives a crash, and two at once do no harm. Never given up: elements would be left half
 * done.
 */
export const processKind = (
  catalog: () => Catalog,
  parallel: number,
  pace: Pace = () => new BriefChunks(),
): JobKind<unknown> =>
  defineJobKind({
    kind: PROCESS_KIND,
    payload: processPayload,
    parallel,
    tries: Infinity,
    keptMs: 0,
    pauseMs: (tries) => Math.min(PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS),
    run: ({ drive, payload: { process } }, { signal }) =>
      drive ? unlessClosed(run(catalog(), drive, process, pace(), signal)) : Promise.resolve(),
  });

type Again = { state: 'again'; afterMs: number };

async function run(
  catalog: Catalog,
  drive: DriveId,
  id: string,
  pace: ChunkPace,
  signal: AbortSignal,
): Promise<Again | void> {
  const find = async () => (await catalog.store.reader(drive)).side<LongProcess>('processes').get(id);
  const process = await find();
  if (!process) return;
  const now = catalog.clock.now();
  if (isHeld(process, now)) return { state: 'again', afterMs: process.heldUntil - now.getTime() };
  await carryOn(catalog, drive, process, pace, signal);
  signal.throwIfAborted();
  if (await find()) return { state: 'again', afterMs: LOOK_AGAIN_MS };
}

/** With an account all its processes end. */
const unlessClosed = <T>(carried: Promise<T>): Promise<T | void> =>
  carried.catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'drive.closed')) throw error;
  });
