import type { CopiedElement, CopyProgress } from '@skyshelf/contracts';
import { blankRow, type CatalogRow, type Copying } from './catalog-row.js';
import { derivedFields } from './derived-rows.js';
import type { Birth } from './made-rows.js';
import { wordsOf } from './search-words.js';

/** New in all but what it shows. */
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

/** null when the copy is no large one. */
export const copyingOf = (progress: CopyProgress | null): Copying | null =>
  progress && { process: progress.process, done: progress.done, total: progress.total };

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
