import { besideDeletion, besideRename, editBesideDeletion } from './changing-folders.js';
import type { Pair } from './contest.js';
import { lastFreeBytes } from './last-free-bytes.js';
import { copyBesideMove, intoEachOther } from './moving-folders.js';

/** Pairs of commands that meet on one drive. */
export const pairs: readonly Pair[] = [
  besideDeletion,
  besideRename,
  lastFreeBytes,
  intoEachOther,
  editBesideDeletion,
  copyBesideMove,
];
