import { limits } from '@skyshelf/contracts';
import type { DeletionSlice } from '../../domain/delete-elements.js';
import { readBelow } from './read-below.js';
import type { Reader } from './read-folder.js';
import { readSelection } from './read-selection.js';

export { readAbove, walkUp } from './read-above.js';

/** The reachable ones, those not below another one, and what lies below these. */
export async function readDeletion(reader: Reader, ids: readonly string[]): Promise<DeletionSlice> {
  const selection = await readSelection(reader, ids);
  const { roots } = selection;
  const below = await readBelow(reader, roots, limits.maxElementsPerTransaction - roots.length);
  return { ...selection, below };
}
