import type { DriveId, ElementId, OpId } from '@skyshelf/contracts';
import type { PurgeProcess } from '../../domain/long-process.js';
import { decidePurgeChunk, type PurgeSlice } from '../../domain/purge-elements.js';
import { ownOrigin, type Catalog, type CatalogCommand } from '../catalog.js';
import { forgetOpenings } from './count-opening.js';
import { readPurge } from '../slices/read-purge.js';

/**
 * One chunk of a large deletion; the cursor moves in the same transaction, so each chunk happens once,
 * whoever runs it.
 */
export async function purgeChunk(
  catalog: Catalog,
  drive: DriveId,
  processId: string,
  chunk: number,
): Promise<{ last: boolean }> {
  let process: PurgeProcess | null = null;
  let removed: readonly ElementId[] = [];
  const command: CatalogCommand<PurgeSlice, { last: boolean }> = {
    name: 'purge-elements',
    payload: { process: processId, chunk },
    read: async (reader) => {
      const slice = await readPurge(reader, processId);
      ({ process } = slice);
      return slice;
    },
    decide: (slice) => decidePurgeChunk(chunk, slice),
    alongside: async (side, { event, answer }) => {
      if (event?.type === 'catalog.elements.purged') ({ removed } = event);
      if (answer.last) await side.remove('processes', processId);
      else if (process?.chunk === chunk) {
        const next = { ...process, chunk: chunk + 1, done: process.done + removed.length };
        await side.put<PurgeProcess>('processes', next);
      }
    },
  };
  const opId = `${processId}:${chunk}` as OpId;
  const answer = await catalog.store.withDrive(drive, opId, command, ownOrigin(false));
  await forgetOpenings(catalog, drive, removed);
  return answer;
}
