import { backoffMs, DomainError, type DriveId } from '@skyshelf/contracts';
import { defineJobKind, type JobKind } from '@skyshelf/jobs';
import { isHeld, type LongProcess, type RetagProcess } from '../../domain/long-process.js';
import type { Catalog } from '../catalog.js';
import { PROCESS_KIND, processPayload } from './stored-processes.js';
import { AdaptiveChunkPace, type ChunkPace } from './chunk-pace.js';
import { retagChunk } from '../commands/tag-elements.js';
import { continueImport } from './continue-import.js';
import { continueCopy } from './continue-copy.js';
import { continueDeletion } from './continue-deletion.js';
import { continueRewind } from '../rewind/continue-rewind.js';

const retryPauses = { firstMs: 500, maxMs: 30_000 };
const LOOK_AGAIN_MS = 1000;

export type Pace = () => ChunkPace;

/**
 * In chunks, so that users' commands pass between. Its state is in the drive's documents: it survives a
 * crash, and two at once do no harm. Never given up: elements would be left half done.
 */
export const processKind = (
  catalog: () => Catalog,
  parallel: number,
  pace: Pace = () => new AdaptiveChunkPace(),
): JobKind<unknown> =>
  defineJobKind({
    kind: PROCESS_KIND,
    payload: processPayload,
    parallel,
    tries: Infinity,
    keptMs: 0,
    pauseMs: (tries) => backoffMs(retryPauses, tries),
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
  await continueProcess(catalog, drive, process, pace, signal);
  signal.throwIfAborted();
  if (await find()) return { state: 'again', afterMs: LOOK_AGAIN_MS };
}

/** All processes of a drive end when its account is closed. */
const unlessClosed = <T>(carried: Promise<T>): Promise<T | void> =>
  carried.catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'drive.closed')) throw error;
  });

/** Until it is done, another process goes on with it, or the signal says stop. */
export function continueProcess(
  catalog: Catalog,
  drive: DriveId,
  process: LongProcess,
  pace: ChunkPace,
  stopping: AbortSignal,
): Promise<void> {
  switch (process.kind) {
    case 'purge':
      return continueDeletion(catalog, drive, process, pace, stopping);
    case 'retag':
      return carryTagChangeOn(catalog, drive, process, pace, stopping);
    case 'copy':
      return continueCopy(catalog, drive, process, pace, stopping);
    case 'import':
      return continueImport(catalog, drive, process, pace, stopping);
    case 'rewind':
      return continueRewind(catalog, drive, process, pace, stopping);
  }
}

async function carryTagChangeOn(
  catalog: Catalog,
  drive: DriveId,
  process: RetagProcess,
  pace: ChunkPace,
  stopping: AbortSignal,
): Promise<void> {
  for (let { chunk } = process; !stopping.aborted; chunk += 1) {
    const { last, modified, heldMs } = await retagChunk(catalog, drive, process.id, chunk, pace.next());
    if (last) return;
    pace.took(modified, heldMs);
  }
}
