import { catalogCalls, type BlobId, type DriveId } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Blob } from '../../domain/blob.js';
import { sought } from '../sought.js';
import { inTransaction } from '../transaction.js';
import { SWEEP_BATCH, type SweepParts } from './sweep-parts.js';

/**
 * Blobs that nobody has named for the days they are kept. Catalog, who owns the tree, has the last word on each. A blob is marked first (reads stop,
 * no reference can save it any more), then its bytes and those made from it go, then the records, with an event.
 */
export async function removeUnused(parts: SweepParts): Promise<number> {
  const {
    collections: { blobs },
    clock,
    keepUnusedMs,
  } = parts;
  const before = new Date(clock.now().getTime() - keepUnusedMs);
  const candidates = await blobs.find(sought.condemned(before)).limit(SWEEP_BATCH).toArray();
  let removed = 0;
  for (const [drive, ofDrive] of Map.groupBy(candidates, (blob) => blob.drive)) {
    const unused = await confirmed(parts, drive, ofDrive);
    for (const blob of unused) if (await remove(parts, blob, before)) removed += 1;
  }
  return removed;
}

async function confirmed(
  { peers, logger }: SweepParts,
  drive: DriveId,
  blobs: readonly Blob[],
): Promise<Blob[]> {
  const marked = blobs.filter(({ state }) => state === 'removing');
  const asked = blobs.filter(({ state }) => state === 'ready');
  if (asked.length === 0) return marked;
  const body = { drive, blobIds: asked.map(({ _id }) => _id) };
  const { unused } = await ask(peers, catalogCalls.unusedBlobs, { body });
  const used = asked.filter(({ _id }) => !unused.includes(_id));
  if (used.length > 0)
    logger.error(
      { drive, blobIds: used.map(({ _id }) => _id) },
      'catalog still names blobs that have no reference here: kept',
    );
  return [...marked, ...asked.filter(({ _id }) => unused.includes(_id))];
}

async function remove(
  { client, collections: { blobs, refs }, objects, outbox, unnamed }: SweepParts,
  { _id, drive }: Blob,
  before: Date,
): Promise<boolean> {
  const unused = await inTransaction(client, async (session) => {
    if (await refs.findOne({ blobId: _id, gone: null }, { session })) return false;
    const { matchedCount } = await blobs.updateOne(
      { _id, condemned: { $lte: before } },
      { $set: { state: 'removing' } },
      { session },
    );
    return matchedCount === 1;
  });
  if (!unused) return false;
  const children = await blobs.distinct('_id', sought.madeFrom(_id));
  const ids: BlobId[] = [...children, _id];
  await blobs.updateMany({ _id: { $in: children } }, { $set: { state: 'removing' } });
  await objects.delete(ids);
  const gone = await inTransaction(client, async (session) => {
    const found = await blobs.find({ _id: { $in: ids } }, { session }).toArray();
    await unnamed.remove(session, found);
    const { deletedCount } = await blobs.deleteMany({ _id: { $in: ids } }, { session });
    // Another sweep has come first, and has told of it.
    if (deletedCount === 0) return false;
    const event = {
      id: `storage:removed:${_id}`,
      drive,
      actor: null,
      trace: null,
      data: { type: 'storage.blob.removed' as const, blobId: _id },
    };
    await outbox.append(session, event);
    return true;
  });
  if (gone) outbox.appended(drive);
  return gone;
}
