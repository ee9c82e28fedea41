import type { DriveId } from '@skyshelf/contracts';
import type { Blob } from '../../domain/blob.js';
import type { Storage } from '../storage.js';
import { SWEEP_BATCH } from './swept-records.js';

/**
 * Catalog, who owns the tree, has the last word. Marked first (reads stop, no reference can save it), then
 * bytes, then records, with an event.
 */
export async function removeUnused(storage: Storage): Promise<number> {
  const { sweeping, clock, settings } = storage;
  const before = new Date(clock.now().getTime() - settings.keepUnusedMs);
  const candidates = await sweeping.condemned(before, SWEEP_BATCH);
  let removed = 0;
  for (const [drive, ofDrive] of Map.groupBy(candidates, (blob) => blob.drive)) {
    for (const blob of await confirmed(storage, drive, ofDrive))
      if (await remove(storage, blob, before)) removed += 1;
  }
  return removed;
}

async function confirmed(
  { unused: catalog, logger }: Storage,
  drive: DriveId,
  blobs: readonly Blob[],
): Promise<Blob[]> {
  const marked = blobs.filter(({ state }) => state === 'removing');
  const asked = blobs.filter(({ state }) => state === 'ready');
  if (asked.length === 0) return marked;
  const ids = asked.map(({ _id }) => _id);
  const unused = new Set<string>(await catalog.among(drive, ids));
  const used = ids.filter((id) => !unused.has(id));
  if (used.length > 0)
    logger.error({ drive, blobIds: used }, 'catalog still names blobs that have no reference here: kept');
  return [...marked, ...asked.filter(({ _id }) => unused.has(_id))];
}

async function remove({ sweeping, objects }: Storage, blob: Blob, before: Date): Promise<boolean> {
  const marked = await sweeping.markUnused(blob._id, before);
  if (!marked) return false;
  await objects.delete(marked);
  return sweeping.forgetUnused(blob, marked);
}
