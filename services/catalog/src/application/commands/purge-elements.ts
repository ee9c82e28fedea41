import type { DriveId, ElementId, OpId } from '@skyshelf/contracts';
import type { PurgeProcess } from '../../domain/long-process.js';
import { decidePurgeChunk, type PurgePortion, type PurgeSlice } from '../../domain/delete-elements.js';
import { ownOrigin, type Catalog, type CatalogCommand } from '../catalog.js';
import { HeldTime } from '../processes/chunk-pace.js';
import type { Reader } from '../slices/read-folder.js';

export interface PurgedChunk {
  /** The deletion has ended or another process goes on with it: later plans are void. */
  over: boolean;
  /** Milliseconds in which others could not write the drive. */
  heldMs: number;
  removed: readonly ElementId[];
}

/** Its number moves in the same transaction, so each chunk happens once. */
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

async function readPurge(
  reader: Reader,
  processId: string,
  { ids, last }: PurgePortion,
): Promise<PurgeSlice> {
  const process = await reader.side<PurgeProcess>('processes').get(processId);
  if (!process || ids.length === 0) return { process, rows: [], last };
  const found = new Map((await reader.find({ id: { in: ids } })).map((row) => [row.id, row]));
  return { process, rows: ids.flatMap((id) => found.get(id) ?? []), last };
}
