import type { DriveId, ElementId, OpId } from '@skyshelf/contracts';
import type { PurgeProcess } from '../../domain/long-process.js';
import { decidePurgeChunk, type PurgePortion, type PurgeSlice } from '../../domain/purge-elements.js';
import { ownOrigin, type Catalog, type CatalogCommand } from '../catalog.js';
import { HeldTime } from '../processes/held-time.js';
import { readPurge } from '../slices/read-purge.js';

export interface PurgedChunk {
  /** The deletion has ended or another process goes on with it: later plans are void. */
  over: boolean;
  /** How long others could not write the drive, milliseconds. */
  heldMs: number;
  removed: readonly ElementId[];
}

/** The process' number moves in the same transaction, so each chunk happens once. */
export async function purgeChunk(
  catalog: Catalog,
  drive: DriveId,
  processId: string,
  chunk: number,
  portion: PurgePortion,
): Promise<PurgedChunk> {
  let removed: readonly ElementId[] = [];
  let mine = false;
  const held = new HeldTime(catalog.clock);
  const command: CatalogCommand<PurgeSlice, { last: boolean }> = {
    name: 'purge-elements',
    payload: { process: processId, chunk },
    read: async (reader) => {
      held.begin();
      // Another process did this number.
      mine = false;
      removed = [];
      return readPurge(reader, processId, portion);
    },
    decide: (slice) => decidePurgeChunk(chunk, slice),
    alongside: async (side, { event, answer, slice: { process } }) => {
      if (process?.chunk !== chunk) return;
      mine = true;
      if (event?.type === 'catalog.elements.purged') ({ removed } = event);
      const next = { ...process, chunk: chunk + 1, done: process.done + removed.length };
      if (answer.last) await side.remove('processes', processId);
      else await side.put<PurgeProcess>('processes', next);
    },
  };
  const opId = `${processId}:${chunk}` as OpId;
  const { last } = await catalog.store.withDrive(drive, opId, command, ownOrigin(false));
  return { over: last || !mine, heldMs: held.ms(), removed };
}
