import { keptBlobs, type BlobId, type ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';

/** What was made from a blob goes with it. */
export const blobsOf = (rows: readonly CatalogRow[]): { elementId: ElementId; blobId: BlobId }[] =>
  rows.flatMap((row) => keptBlobs(row).map((blobId) => ({ elementId: row.id, blobId })));
