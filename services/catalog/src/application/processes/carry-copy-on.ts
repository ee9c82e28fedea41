import { DomainError, type DriveId, type OpId } from '@skyshelf/contracts';
import type { CopyProcess } from '../../domain/long-process.js';
import { ownOrigin, type Catalog } from '../catalog.js';
import { cancellingCopy, copyChunk, finishCopy } from '../commands/copy-in-chunks.js';
import { planCopy } from './plan-copy.js';

/**
 * Carries a large copy through. The plan is worked out anew each time: what an earlier process has copied has
 * the same ids and is passed over.
 */
export async function carryCopyOn(
  catalog: Catalog,
  drive: DriveId,
  process: CopyProcess,
  stopping: AbortSignal,
): Promise<void> {
  for await (const portion of planCopy(catalog, drive, process)) {
    if (stopping.aborted) return;
    const { over } = await copyOrGiveUp(catalog, drive, process.id, portion);
    if (over) return;
  }
  if (!stopping.aborted) await finishCopy(catalog, drive, process.id);
}

async function copyOrGiveUp(
  catalog: Catalog,
  drive: DriveId,
  process: string,
  portion: Parameters<typeof copyChunk>[3],
): Promise<{ over: boolean }> {
  try {
    return await copyChunk(catalog, drive, process, portion);
  } catch (error) {
    if (!(error instanceof DomainError) || !['space.exceeded', 'drive.full'].includes(error.code))
      throw error;
    const opId = `${process}:no-room` as OpId;
    await catalog.store.withDrive(drive, opId, cancellingCopy(process, 'no-room'), ownOrigin(false));
    return { over: true };
  }
}
