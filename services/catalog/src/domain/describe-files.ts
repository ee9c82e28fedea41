import type { BlobId, ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';
import type { Decision } from './decision.js';

/** What media found out about one file. */
export interface FileDescription {
  id: ElementId;
  /** The bytes it looked at. */
  blobId: BlobId;
  /** null: no thumbnail can be made of it. */
  thumbnailBlobId: BlobId | null;
  width: number | null;
  height: number | null;
}

/**
 * Up to 100 descriptions in one event. Files that are gone, or have other bytes by now, are passed over; a
 * failure never hides a thumbnail.
 */
export function decideDescribeFiles(
  descriptions: readonly FileDescription[],
  rows: ReadonlyMap<string, CatalogRow>,
): Decision<{ described: number }> {
  const items = descriptions.flatMap((description) => {
    const row = rows.get(description.id);
    return row && row.blobId === description.blobId ? describedFile(description, row) : [];
  });
  const answer = { described: items.length };
  return items.length === 0
    ? { event: null, answer }
    : { event: { type: 'catalog.files.described', items }, answer };
}

function describedFile({ id, blobId, thumbnailBlobId, ...size }: FileDescription, row: CatalogRow) {
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
  return [{ id, blobId, thumbnailBlobId, width, height, confirm }];
}
