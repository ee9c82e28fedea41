import type { Storage } from '../storage.js';
import { SWEEP_BATCH } from './swept-records.js';

/**
 * Uploads whose bytes did not become complete in time. Each is marked first, so that a late finish is refused, then its bytes go, then its record:
 * a crash in between leaves a marked record for the next sweep.
 */
export async function removeExpiredPending({ sweeping, objects, clock }: Storage): Promise<number> {
  const marked = await sweeping.markExpired(clock.now(), SWEEP_BATCH);
  if (marked.length === 0) return 0;
  await objects.delete(marked);
  return sweeping.forgetExpired(marked);
}
