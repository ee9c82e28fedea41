import { DomainError, type DriveId } from '@skyshelf/contracts';
import { defineJobKind, type JobKind } from '@skyshelf/jobs';
import { isHeld } from '../../domain/held-deletion.js';
import type { LongProcess } from '../../domain/long-process.js';
import type { Catalog } from '../catalog.js';
import { PROCESS_KIND, processPayload } from './begin-process.js';
import { carryOn } from './carry-on.js';
import { BriefChunks, type ChunkPace } from './chunk-pace.js';

/** A chunk that failed is tried again after so long, twice as long each time. */
const PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** What another process was carrying on is looked at again after so long, milliseconds. */
const LOOK_AGAIN_MS = 1000;

/** How large the chunks of one process are; default as large as leaves users' commands room. */
export type Pace = () => ChunkPace;

/**
 * Carries a long command through (a deletion, a copy, a change of tags), chunk by chunk; users' commands pass between the chunks. Where it stands is in the drive's
 * own documents, so it goes on after a crash, and two that carry it on at once do no harm. It is never given up: its elements would be left half done.
 */
export const processKind = (
  catalog: () => Catalog,
  parallel: number,
  pace: Pace = () => new BriefChunks(),
): JobKind<unknown> =>
  defineJobKind({
    ...{ kind: PROCESS_KIND, payload: processPayload, parallel, tries: Infinity, keptMs: 0 },
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

/** With an account all that is under way in its drive ends. */
const unlessClosed = <T>(carried: Promise<T>): Promise<T | void> =>
  carried.catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'drive.closed')) throw error;
  });
