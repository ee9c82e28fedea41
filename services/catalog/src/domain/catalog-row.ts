import {
  type BlobId,
  type DerivedResults,
  type ElementClass,
  type ElementId,
  keptBlobs,
} from '@skyshelf/contracts';

export type CatalogRow = {
  id: ElementId;
  /** ROOT_ID at the top, a limbo id while it waits to be purged. */
  parentId: ElementId;
  class: ElementClass;
  nameKey: string;
  name: string;
  /** `folder`, a kind of link, or the media type of a file. */
  kind: string;
  url: string | null;
  tags: string[];
  /** Follows name and tags, see search-words.ts. */
  words: string[];
  /** Bytes: a file's content, a link's name and address, a folder's 0. */
  size: number;
  image: string | null;
  blobId: BlobId | null;
  /** Lower case, without the dot. */
  extension: string | null;
  /** Where a file was uploaded from. */
  source: string | null;
  /** Pixels of the file itself. */
  width: number | null;
  height: number | null;
  /** Also those given up. */
  derived: DerivedResults;
  /** Of `derived`, for the index. */
  derivedBlobIds: BlobId[];
  /** Whether it has a preview; null while unknown. */
  confirm: boolean | null;
  /** Of a folder that a large copy is filling. */
  copying: Copying | null;
  /** ISO 8601, UTC. */
  born: string;
  /** Versions of the drive that made it and changed it last. */
  bornVersion: number;
  rev: number;
};

/** Elements. */
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

/** What was made from a blob goes with it. */
export const blobsOf = (rows: readonly CatalogRow[]): { elementId: ElementId; blobId: BlobId }[] =>
  rows.flatMap((row) => keptBlobs(row).map((blobId) => ({ elementId: row.id, blobId })));
