import type { DriveId } from '@skyshelf/contracts';
import type { LongProcess, RetagProcess } from '../../domain/long-process.js';
import type { Catalog } from '../catalog.js';
import { retagChunk } from '../commands/retag-drive.js';
import { carryImportOn } from './carry-import-on.js';
import { carryCopyOn } from './carry-copy-on.js';
import { carryDeletionOn } from './carry-deletion-on.js';
import type { ChunkPace } from './chunk-pace.js';

/** Until it is done, another process goes on with it, or the signal says stop. */
export function carryOn(
  catalog: Catalog,
  drive: DriveId,
  process: LongProcess,
  pace: ChunkPace,
  stopping: AbortSignal,
): Promise<void> {
  switch (process.kind) {
    case 'purge':
      return carryDeletionOn(catalog, drive, process, pace, stopping);
    case 'retag':
      return carryTagChangeOn(catalog, drive, process, pace, stopping);
    case 'copy':
      return carryCopyOn(catalog, drive, process, pace, stopping);
    case 'import':
      return carryImportOn(catalog, drive, process, pace, stopping);
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
