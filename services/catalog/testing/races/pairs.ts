import { duringDeletion, duringRename, editDuringDeletion } from './changing-folders.js';
import type { Pair } from './contest.js';
import { lastFreeBytes } from './last-free-bytes.js';
import { copyDuringMove, intoEachOther } from './moving-folders.js';

/** Pairs of commands that meet on one drive. */
export const pairs: readonly Pair[] = [
  duringDeletion,
  duringRename,
  lastFreeBytes,
  intoEachOther,
  editDuringDeletion,
  copyDuringMove,
];
