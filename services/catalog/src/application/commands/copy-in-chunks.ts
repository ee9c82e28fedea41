import type { DriveId, OpId } from '@skyshelf/contracts';
import { decideCopyChunk, type PlannedCopy } from '../../domain/copy-chunk.js';
import { decideCancelCopy, decideFinishCopy, type EndCopySlice } from '../../domain/end-copy.js';
import type { PurgeProcess } from '../../domain/long-process.js';
import { ownOrigin, type Catalog, type CatalogCommand } from '../catalog.js';
import { HeldTime } from '../processes/held-time.js';
import { readCopyChunk, readEndCopy } from '../slices/read-copy-chunk.js';
import { beginProcess } from '../processes/begin-process.js';
import { dropWithRoom, keepWithRoom } from '../processes/keep-room.js';

export interface ChunkDone {
  /** There is nothing to go on with. */
  over: boolean;
  before: number;
  after: number;
  /** How long others could not write the drive, milliseconds. */
  heldMs: number;
}

/**
 * Skips what is copied already, so anyone may repeat it.
 * @throws DomainError space.exceeded, drive.full when it needs more than was reserved
 */
export async function copyChunk(
  catalog: Catalog,
  drive: DriveId,
  processId: string,
  plan: readonly PlannedCopy[],
): Promise<ChunkDone> {
  const versions = { before: 0, after: 0 };
  const held = new HeldTime(catalog.clock);
  const { over } = await catalog.store.withDrive(
    drive,
    `${processId}:${catalog.ids.next()}` as OpId,
    {
      name: 'copy-chunk',
      payload: { process: processId, sources: plan.map(({ source }) => source) },
      read: async (reader) => {
        held.begin();
        const slice = await readCopyChunk(reader, processId, plan, catalog.clock.now());
        versions.before = reader.state().version;
        return slice;
      },
      decide: (slice) => decideCopyChunk(plan, slice),
      alongside: async (side, { event, answer: { process }, slice }) => {
        versions.after = versions.before + (event ? 1 : 0);
        if (process) await keepWithRoom(side, slice.process, process);
        else if (slice.process) await dropWithRoom(side, slice.process);
      },
    },
    ownOrigin(false),
  );
  return { over, ...versions, heldMs: held.ms() };
}

export function finishCopy(catalog: Catalog, drive: DriveId, processId: string): Promise<null> {
  return catalog.store.withDrive(
    drive,
    `${processId}:finish` as OpId,
    {
      name: 'finish-copy',
      payload: { process: processId },
      read: (reader) => readEndCopy(reader, processId),
      decide: decideFinishCopy,
      alongside: async (side, { slice: { process } }) => {
        if (process) await dropWithRoom(side, process);
      },
    },
    ownOrigin(false),
  );
}

/** What it has made leaves the tree and is purged. */
export function cancellingCopy(
  processId: string,
  reason: 'asked' | 'no-room',
): CatalogCommand<EndCopySlice, { purge: PurgeProcess | null }> {
  return {
    name: 'cancel-copy',
    payload: { process: processId, reason },
    read: (reader) => readEndCopy(reader, processId),
    decide: (slice, context) => decideCancelCopy(reason, slice, context),
    alongside: async (side, { answer: { purge }, slice: { process } }) => {
      if (process) await dropWithRoom(side, process);
      if (purge) await beginProcess(side, purge);
    },
  };
}
