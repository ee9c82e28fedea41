import { derivedFilesOf, type DerivedResults } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';

export const derivedFields = (derived: DerivedResults): Pick<CatalogRow, 'derived' | 'derivedBlobIds'> => ({
  derived,
  derivedBlobIds: derivedFilesOf(derived).map(({ blobId }) => blobId),
});
