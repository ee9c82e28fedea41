import { sought } from '../sought.js';
import { inTransaction } from '../transaction.js';
import { SWEEP_BATCH, type SweepParts } from './sweep-parts.js';

/**
 * Uploads whose bytes did not become complete in time. Each is marked first, so that a late finish is refused, then its bytes go, then its record:
 * a crash in between leaves a marked record for the next sweep.
 */
export async function removeExpiredPending({
  collections: { blobs },
  client,
  objects,
  unnamed,
  clock,
}: SweepParts): Promise<number> {
  const expired = await blobs
    .find(sought.expired(clock.now()))
    .limit(SWEEP_BATCH)
    .project<{ _id: never }>({ _id: 1 })
    .toArray();
  const ids = expired.map(({ _id }) => _id);
  if (ids.length === 0) return 0;
  await blobs.updateMany({ _id: { $in: ids }, state: 'pending' }, { $set: { state: 'removing' } });
  const marked = await blobs.distinct('_id', { _id: { $in: ids }, state: 'removing', finished: null });
  await objects.delete(marked);
  return inTransaction(client, (session) =>
    unnamed.inTurn(async () => {
      const left = { _id: { $in: marked }, state: 'removing' as const, finished: null };
      await unnamed.remove(session, await blobs.find(left, { session }).toArray());
      return (await blobs.deleteMany(left, { session })).deletedCount;
    }),
  );
}
