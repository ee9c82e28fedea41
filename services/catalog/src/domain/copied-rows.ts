import type { CopiedElement, CopyProgress } from '@skyshelf/contracts';
import { blankRow, type CatalogRow, type Copying } from './catalog-row.js';
import { derivedFields } from './derived-rows.js';
import type { Birth } from './made-rows.js';
import { wordsOf } from './search-words.js';

/** A copy as the read model keeps it: new in all but what it shows. */
export function copiedRow(
  { source: _, uploadedFrom, derived, ...same }: CopiedElement,
  copying: Copying | null,
  { at, version }: Birth,
): CatalogRow {
  return {
    ...blankRow,
    ...same,
    source: uploadedFrom,
    words: wordsOf(same.name, same.tags),
    ...derivedFields(derived),
    copying,
    born: at.toISOString(),
    bornVersion: version,
    rev: version,
  };
}

/** The mark of the folders that a large copy fills; null when the copy is no large one. */
export const copyingOf = (progress: CopyProgress | null): Copying | null =>
  progress && { process: progress.process, done: progress.done, total: progress.total };

/** A row as another element: all of it but what the copy has of its own. */
export function copyOf(
  {
    source: uploadedFrom,
    words: _,
    derivedBlobIds: __,
    copying: ___,
    born: ____,
    bornVersion: _____,
    rev: ______,
    ...same
  }: CatalogRow,
  place: Pick<CopiedElement, 'id' | 'parentId'>,
): CopiedElement {
  return { ...same, ...place, source: same.id, uploadedFrom };
}
