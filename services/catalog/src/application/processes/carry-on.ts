import type { DriveId } from '@skyshelf/contracts';
import type { LongProcess } from '../../domain/long-process.js';
import type { Catalog } from '../catalog.js';
import { purgeChunk } from '../commands/purge-elements.js';
import { retagChunk } from '../commands/retag-drive.js';
import { carryCopyOn } from './carry-copy-on.js';

type Chunk = (catalog: Catalog, drive: DriveId, process: string, chunk: number) => Promise<{ last: boolean }>;

/** Carries one process through, until it is done or the signal says stop. */
export function carryOn(
  catalog: Catalog,
  drive: DriveId,
  process: LongProcess,
  stopping: AbortSignal,
): Promise<void> {
  switch (process.kind) {
    case 'purge':
      return chunkAfterChunk(purgeChunk, catalog, drive, process, stopping);
    case 'retag':
      return chunkAfterChunk(retagChunk, catalog, drive, process, stopping);
    case 'copy':
      return carryCopyOn(catalog, drive, process, stopping);
  }
}

async function chunkAfterChunk(
  carryOut: Chunk,
  catalog: Catalog,
  drive: DriveId,
  process: LongProcess,
  stopping: AbortSignal,
): Promise<void> {
  for (let { chunk } = process; !stopping.aborted; chunk += 1) {
    const { last } = await carryOut(catalog, drive, process.id, chunk);
    if (last) return;
  }
}
