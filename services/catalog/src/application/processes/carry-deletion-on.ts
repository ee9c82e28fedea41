import type { DriveId } from '@skyshelf/contracts';
import type { PurgeProcess } from '../../domain/long-process.js';
import type { Catalog } from '../catalog.js';
import { purgeChunk } from '../commands/purge-elements.js';
import type { ChunkPace } from './chunk-pace.js';
import { planPurge } from './plan-purge.js';

/** Carries a large deletion through, or as far as nobody else is at it: then what is left must be looked for anew. */
export async function carryDeletionOn(
  catalog: Catalog,
  drive: DriveId,
  process: PurgeProcess,
  pace: ChunkPace,
  stopping: AbortSignal,
): Promise<void> {
  let { chunk } = process;
  for await (const portion of planPurge(catalog, drive, process, pace)) {
    if (stopping.aborted) return;
    const { over, heldMs } = await purgeChunk(catalog, drive, process.id, chunk, portion);
    if (over) return;
    pace.took(portion.ids.length, heldMs);
    chunk += 1;
  }
}
