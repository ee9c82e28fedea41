import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Catalog } from '../catalog.js';

type OwnElement = Pick<CatalogRow, 'id' | 'blobId' | 'url' | 'kind' | 'extension' | 'size' | 'derived'>;

/**
 * For media.
 * @throws DomainError element.not-found, also when it waits to be purged
 */
export async function ownElement({ store }: Catalog, drive: DriveId, id: string): Promise<OwnElement> {
  const reader = await store.reader(drive);
  const [row] = (await reader.ancestors(id)) ?? [];
  if (!row) throw new DomainError('element.not-found', { field: 'elementId' });
  const { blobId, url, kind, extension, size, derived } = row;
  return { id: row.id, blobId, url, kind, extension, size, derived };
}
