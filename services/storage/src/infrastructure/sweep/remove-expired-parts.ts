import { removeParts } from '../../application/abort-parts.js';
import { abortedEvent } from '../aborted-event.js';
import { SWEEP_BATCH, type SweepParts } from './sweep-parts.js';
import { inTransaction } from '../transaction.js';
import type { PartsUpload } from '../../domain/parts-upload.js';

/** Uploads in parts whose leave has run out: given up if unfinished, forgotten if finished. */
export async function removeExpiredParts(parts: SweepParts): Promise<number> {
  const { uploads } = parts.collections;
  const expired = await uploads
    .find({ expires: { $lte: parts.clock.now() } })
    .limit(SWEEP_BATCH)
    .toArray();
  let removed = 0;
  for (const upload of expired) {
    if (upload.state !== 'done' && !(await giveUp(parts, upload))) continue;
    removed += (await uploads.deleteOne({ _id: upload._id })).deletedCount;
  }
  return removed;
}

/** False when it was finished or prolonged meanwhile. */
async function giveUp(
  { client, collections: { uploads }, objects, outbox, unnamed }: SweepParts,
  upload: PartsUpload,
): Promise<boolean> {
  const { _id, state, expires, drive } = upload;
  const given = await inTransaction(client, async (session) => {
    const { matchedCount } = await uploads.updateOne(
      { _id, state, expires },
      { $set: { state: 'aborted' } },
      { session },
    );
    if (matchedCount === 1 && state !== 'aborted') {
      await unnamed.add(session, [{ drive, bytes: -upload.grant.size }]);
      await outbox.append(session, abortedEvent(upload, null, null));
    }
    return matchedCount === 1;
  });
  if (!given) return false;
  outbox.appended(drive);
  await removeParts(objects, upload);
  return true;
}
