import type { BlobId, ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';

/** Which bytes these elements name. Thumbnails are children of those bytes and go with them. */
export const blobsOf = (rows: readonly CatalogRow[]): { elementId: ElementId; blobId: BlobId }[] =>
  rows.flatMap(({ id, blobId }) => (blobId === null ? [] : [{ elementId: id, blobId }]));
