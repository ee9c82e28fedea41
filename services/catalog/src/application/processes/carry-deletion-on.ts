import type { DriveId, ElementId } from '@skyshelf/contracts';
import type { PurgeProcess } from '../../domain/long-process.js';
import type { Catalog } from '../catalog.js';
import { forgetOpenings } from '../commands/count-opening.js';
import { purgeChunk } from '../commands/purge-elements.js';
import type { ChunkPace } from './chunk-pace.js';
import { planPurge } from './plan-purge.js';

const FORGOTTEN_AT_ONCE = 1_000;

/** Through, or until another process is found at work: then what is left must be looked for again. */
export async function carryDeletionOn(
  catalog: Catalog,
  drive: DriveId,
  process: PurgeProcess,
  pace: ChunkPace,
  stopping: AbortSignal,
): Promise<void> {
  let { chunk } = process;
  let gone: ElementId[] = [];
  try {
    for await (const portion of planPurge(catalog, drive, process, pace)) {
      if (stopping.aborted) return;
      const { over, heldMs, removed } = await purgeChunk(catalog, drive, process.id, chunk, portion);
      gone.push(...removed);
      if (over) return;
      pace.took(portion.ids.length, heldMs);
      chunk += 1;
      if (gone.length < FORGOTTEN_AT_ONCE) continue;
      await forgetOpenings(catalog, drive, gone);
      gone = [];
    }
  } finally {
    await forgetOpenings(catalog, drive, gone);
  }
}
