import { removeParts } from '../abort-parts.js';
import type { Storage } from '../storage.js';
import { SWEEP_BATCH } from './swept-records.js';

/** Given up if unfinished, forgotten if finished. */
export async function removeExpiredParts({ sweeping, objects, clock }: Storage): Promise<number> {
  let removed = 0;
  for (const upload of await sweeping.expiredUploads(clock.now(), SWEEP_BATCH)) {
    if (upload.state !== 'done') {
      if (!(await sweeping.giveUp(upload))) continue;
      await removeParts(objects, upload);
    }
    removed += await sweeping.forgetUpload(upload._id);
  }
  return removed;
}
