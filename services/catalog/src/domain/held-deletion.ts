import type { LongProcess, PurgeProcess } from './long-process.js';

/** Whether a deletion still waits, so that it can be undone. It is not under way as long as it does. */
export const isHeld = (process: LongProcess, now: Date): process is PurgeProcess & { heldUntil: number } =>
  process.kind === 'purge' && process.heldUntil !== undefined && process.heldUntil > now.getTime();
