import type { LongProcess, PurgeProcess } from './long-process.js';

/** A held deletion can be undone and doesn't count as running. */
export const isHeld = (process: LongProcess, now: Date): process is PurgeProcess & { heldUntil: number } =>
  process.kind === 'purge' && process.heldUntil !== undefined && process.heldUntil > now.getTime();
