import type { Storage } from '../storage.js';
import { SWEEP_BATCH } from './swept-records.js';

/**
 * Marked first, so that a late finish is refused; then bytes, then record. The next sweep finds what a crash
 * leaves marked.
 */
export async function removeExpiredPending({ sweeping, objects, clock }: Storage): Promise<number> {
  const marked = await sweeping.markExpired(clock.now(), SWEEP_BATCH);
  if (marked.length === 0) return 0;
  await objects.delete(marked);
  return sweeping.forgetExpired(marked);
}
