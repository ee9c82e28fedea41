import type { BlobId, DerivedResults, ElementClass, ElementId } from '@skyshelf/contracts';

/** An element as the read model keeps it. */
export type CatalogRow = {
  id: ElementId;
  /** The folder that holds it, ROOT_ID at the top, a limbo id while it waits to be purged. */
  parentId: ElementId;
  class: ElementClass;
  nameKey: string;
  name: string;
  /** `folder`, a kind of link, or the media type of a file. */
  kind: string;
  /** Target of a link. */
  url: string | null;
  tags: string[];
  /** What it is found by: follows name and tags, see search-words.ts. */
  words: string[];
  /** Bytes: of a file its content, of a link its name and address, of a folder 0. */
  size: number;
  /** Preview image of a link. */
  image: string | null;
  blobId: BlobId | null;
  /** Of a file: lower case, without the dot. */
  extension: string | null;
  /** Of a file: where it was uploaded from. */
  source: string | null;
  /** Pixels of the file itself. */
  width: number | null;
  height: number | null;
  /** What was made from it, or was given up, by kind. */
  derived: DerivedResults;
  /** The blobs of `derived`, to be found by. */
  derivedBlobIds: BlobId[];
  /** Whether something shows what is in the file; null while no one knows. */
  confirm: boolean | null;
  /** Of a folder that a large copy is filling. */
  copying: Copying | null;
  /** ISO 8601, UTC. */
  born: string;
  /** Version of the drive that made it. */
  bornVersion: number;
  /** Version of the drive that changed it last. */
  rev: number;
};

/** How far a large copy has come; elements. */
export type Copying = { process: string; done: number; total: number };

/** What not every element has, as long as it has not got it. */
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
