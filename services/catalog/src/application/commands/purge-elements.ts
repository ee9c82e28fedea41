import type { DriveId, OpId } from '@skyshelf/contracts';
import { decidePurgeChunk, type PurgeProcess, type PurgeSlice } from '../../domain/purge-elements.js';
import { ownOrigin, type Catalog, type CatalogCommand } from '../catalog.js';
import { readPurge } from '../slices/read-purge.js';

/**
 * One chunk of a large deletion; the cursor moves in the same transaction, so each chunk happens once,
 * whoever runs it.
 */
export function purgeChunk(
  catalog: Catalog,
  drive: DriveId,
  processId: string,
  chunk: number,
): Promise<{ last: boolean }> {
  let process: PurgeProcess | null = null;
  const command: CatalogCommand<PurgeSlice, { last: boolean }> = {
    name: 'purge-elements',
    payload: { process: processId, chunk },
    read: async (reader) => {
      const slice = await readPurge(reader, processId);
      ({ process } = slice);
      return slice;
    },
    decide: (slice) => decidePurgeChunk(chunk, slice),
    alongside: async (side, { answer }) => {
      if (answer.last) await side.remove('processes', processId);
      else if (process?.chunk === chunk)
        await side.put<PurgeProcess>('processes', { ...process, chunk: chunk + 1 });
    },
  };
  return catalog.store.withDrive(drive, `${processId}:${chunk}` as OpId, command, ownOrigin(false));
}
