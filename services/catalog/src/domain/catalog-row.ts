import {
  type BlobId,
  type DerivedResults,
  type ElementClass,
  type ElementId,
  type KeptSum,
  keptBlobs,
  type CatalogEvent,
  type UploadedFile,
  type CopiedElement,
  type CopyProgress,
  derivedFilesOf,
} from '@skyshelf/contracts';
import { wordsOf } from './search-words.js';

export type CatalogRow = {
  id: ElementId;
  /** ROOT_ID at the top, a limbo id while it waits to be purged. */
  parentId: ElementId;
  class: ElementClass;
  nameKey: string;
  name: string;
  /** It is `folder`, a kind of link, or the media type of a file. */
  kind: string;
  url: string | null;
  tags: string[];
  /** Follows name and tags, see search-words.ts. */
  words: string[];
  /** The bytes of a file's content or of a link's name and address; 0 for a folder. */
  size: number;
  image: string | null;
  blobId: BlobId | null;
  /** Format: lower case, without the dot. */
  extension: string | null;
  source: string | null;
  /** Unit: pixels of the file itself. */
  width: number | null;
  height: number | null;
  /** It includes results that were given up. */
  derived: DerivedResults;
  /** It repeats the blobs of `derived` for the index. */
  derivedBlobIds: BlobId[];
  /** Whether it has a preview; null while unknown. */
  confirm: boolean | null;
  /** It is set while a large copy fills the folder. */
  copying: Copying | null;
  /** Format: ISO 8601, UTC. */
  born: string;
  /** When a file was changed last, before it was uploaded. */
  modified?: string;
  /** Versions of the drive that made it and changed it last. */
  bornVersion: number;
  rev: number;
  /** Of a deleted element that can be restored, not of what it holds. Format: `<ISO 8601> <id>`. */
  trashed?: string | null;
  trash?: TrashPlace | null;
  /** The sum of all that it holds in the trash; null until counted. */
  kept?: KeptSum | null;
  /** Something was taken out of it since it was deleted. */
  touched?: boolean;
  /** How many links show it. */
  shared?: number;
  /** How many earlier contents a file has: rows of their own, see versions.ts. */
  versions?: number;
  /** The present content came then; without it, it came with the element. */
  since?: string;
  /** The name under which this content is kept. */
  label?: string | null;
  /** The software that uploaded this content; null or absent where that is unknown. */
  device?: string | null;
  /** The file whose earlier content this is; only of such rows. */
  versionOf?: ElementId;
};

export type TrashPlace = {
  /** The folder that it was in. */
  home: ElementId;
  /** The path of that folder. */
  path: string;
  /** How many were deleted with it. */
  together: number;
  /** No word finds the elements in it until it is restored. */
  small: boolean;
  /** No more folders lie below each other in it; it is absent where that is unknown. */
  levels?: number;
};

export type Copying = { process: string; done: number; total: number };

export const blankRow = {
  url: null,
  image: null,
  blobId: null,
  extension: null,
  source: null,
  width: null,
  height: null,
  derived: {},
  derivedBlobIds: [],
  confirm: null,
  copying: null,
} satisfies Partial<CatalogRow>;

export type RowChange =
  | { op: 'insert'; row: CatalogRow }
  | { op: 'update'; id: string; set: Partial<CatalogRow> }
  | { op: 'remove'; id: string };

/** Derived files go with their blob. */
export const blobsOf = (rows: readonly CatalogRow[]): { elementId: ElementId; blobId: BlobId }[] =>
  rows.flatMap((row) => keptBlobs(row).map((blobId) => ({ elementId: row.id, blobId })));

/** A folder can still be shown as it was when rows in it are gone. */
export const goneElements = (rows: readonly CatalogRow[]) =>
  rows.map(({ id, parentId, class: kind, name }) => ({ id, parentId, class: kind, name }));

type FolderCreated = Omit<Extract<CatalogEvent, { type: 'catalog.folder.created' }>, 'type' | 'delta'>;
type LinkAdded = Omit<Extract<CatalogEvent, { type: 'catalog.link.added' }>, 'type' | 'delta'>;

export interface Birth {
  at: Date;
  version: number;
  device?: string | undefined;
}

/** The element that was made; repeats get it, too. */
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
  ...(file.modified !== undefined && { modified: file.modified }),
  ...(birth.device !== undefined && { device: birth.device }),
  ...bornAt(birth),
});

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
    trashed: _______,
    trash: ________,
    kept: _________,
    touched: __________,
    shared: ___________,
    versions: ____________,
    since: _____________,
    label: ______________,
    versionOf: _______________,
    device: ________________,
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
