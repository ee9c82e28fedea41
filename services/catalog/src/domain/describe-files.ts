import type { BlobId } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';
import type { Decision } from './decision.js';

/** What media found out about some bytes. */
export interface FileDescription {
  blobId: BlobId;
  /** null: no thumbnail can be made of it. */
  thumbnailBlobId: BlobId | null;
  width: number | null;
  height: number | null;
}

export interface Described {
  described: number;
  /** There are more elements with these bytes than one event takes. */
  more: boolean;
}

/** So many descriptions in one event. */
const together = 100;

/**
 * All elements with these bytes, the copies made meanwhile too, are described. A failure never hides a
 * thumbnail.
 */
export function decideDescribeFiles(
  descriptions: readonly FileDescription[],
  rows: readonly CatalogRow[],
): Decision<Described> {
  const all = descriptions.flatMap((description) =>
    rows
      .filter(({ blobId }) => blobId === description.blobId)
      .flatMap((row) => describedFile(description, row)),
  );
  const items = all.slice(0, together);
  const answer = { described: items.length, more: all.length > items.length };
  return items.length === 0
    ? { event: null, answer }
    : { event: { type: 'catalog.files.described', items }, answer };
}

function describedFile({ blobId, thumbnailBlobId, ...size }: FileDescription, row: CatalogRow) {
  const width = size.width ?? row.width;
  const height = size.height ?? row.height;
  const confirm = thumbnailBlobId !== null;
  if (!confirm && row.thumbnailBlobId !== null) return [];
  if (
    thumbnailBlobId === row.thumbnailBlobId &&
    confirm === row.confirm &&
    width === row.width &&
    height === row.height
  )
    return [];
  return [{ id: row.id, blobId, thumbnailBlobId, width, height, confirm }];
}
