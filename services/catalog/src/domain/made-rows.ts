import {
  type CatalogEvent,
  type UploadedFile,
  type CopiedElement,
  type CopyProgress,
  derivedFilesOf,
  type DerivedResults,
} from '@skyshelf/contracts';
import { blankRow, type CatalogRow, type Copying } from './catalog-row.js';
import { wordsOf } from './search-words.js';

type FolderCreated = Omit<Extract<CatalogEvent, { type: 'catalog.folder.created' }>, 'type' | 'delta'>;
type LinkAdded = Omit<Extract<CatalogEvent, { type: 'catalog.link.added' }>, 'type' | 'delta'>;

export interface Birth {
  at: Date;
  version: number;
}

/** Also answered to repeats. */
export interface Made {
  row: CatalogRow;
  path: string;
}

const bornAt = ({ at, version }: Birth) => ({ born: at.toISOString(), bornVersion: version, rev: version });

export const folderRow = (
  { id, parentId, name, nameKey, tags }: FolderCreated,
  birth: Birth,
): CatalogRow => ({
  ...blankRow,
  id,
  parentId,
  class: 'folder',
  nameKey,
  name,
  kind: 'folder',
  tags,
  words: wordsOf(name, tags),
  size: 0,
  ...bornAt(birth),
});

export const linkRow = (
  { id, parentId, name, nameKey, tags, kind, url, image, size }: LinkAdded,
  birth: Birth,
): CatalogRow => ({
  ...blankRow,
  id,
  parentId,
  class: 'item',
  nameKey,
  name,
  kind,
  url,
  tags,
  words: wordsOf(name, tags),
  size,
  image,
  ...bornAt(birth),
});

export const fileRow = (file: UploadedFile, birth: Birth): CatalogRow => ({
  ...blankRow,
  id: file.id,
  parentId: file.parentId,
  class: 'item',
  nameKey: file.nameKey,
  name: file.name,
  kind: file.kind,
  tags: file.tags,
  words: wordsOf(file.name, file.tags),
  size: file.size,
  blobId: file.blobId,
  extension: file.extension,
  source: file.source,
  width: file.width,
  height: file.height,
  ...bornAt(birth),
});

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

export const derivedFields = (derived: DerivedResults): Pick<CatalogRow, 'derived' | 'derivedBlobIds'> => ({
  derived,
  derivedBlobIds: derivedFilesOf(derived).map(({ blobId }) => blobId),
});
