import type { CopiedElement, CopyProgress } from '@skyshelf/contracts';
import type { CatalogRow, Copying } from './catalog-row.js';
import { derivedFields } from './derived-rows.js';
import type { Birth } from './made-rows.js';
import { wordsOf } from './search-words.js';

/** A copy as the read model keeps it: new in all but what it shows. */
export const copiedRow = (
  copy: CopiedElement,
  copying: Copying | null,
  { at, version }: Birth,
): CatalogRow => ({
  id: copy.id,
  parentId: copy.parentId,
  class: copy.class,
  nameKey: copy.nameKey,
  name: copy.name,
  kind: copy.kind,
  url: copy.url,
  tags: copy.tags,
  words: wordsOf(copy.name, copy.tags),
  size: copy.size,
  image: copy.image,
  blobId: copy.blobId,
  extension: copy.extension,
  source: copy.uploadedFrom,
  width: copy.width,
  height: copy.height,
  ...derivedFields(copy.derived),
  confirm: copy.confirm,
  copying,
  born: at.toISOString(),
  bornVersion: version,
  rev: version,
});

/** The mark of the folders that a large copy fills; null when the copy is no large one. */
export const copyingOf = (progress: CopyProgress | null): Copying | null =>
  progress && { process: progress.process, done: progress.done, total: progress.total };

/** A row as somebody else's element. */
export const copyOf = (row: CatalogRow, place: Pick<CopiedElement, 'id' | 'parentId'>): CopiedElement => ({
  ...place,
  source: row.id,
  class: row.class,
  name: row.name,
  nameKey: row.nameKey,
  tags: row.tags,
  kind: row.kind,
  url: row.url,
  image: row.image,
  size: row.size,
  blobId: row.blobId,
  extension: row.extension,
  uploadedFrom: row.source,
  width: row.width,
  height: row.height,
  derived: row.derived,
  confirm: row.confirm,
});
