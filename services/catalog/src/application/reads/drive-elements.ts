import { type DriveId, type ElementContentPage, DomainError } from '@skyshelf/contracts';
import type { Reach } from '@skyshelf/tokens';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { isVersion } from '../../domain/versions.js';
import type { Catalog } from '../catalog.js';
import { openReader } from '../slices/require-within.js';

/** Includes limbo, for an admin who looks at an account. */
export async function driveElements(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
  after: string,
  limit: number,
): Promise<ElementContentPage> {
  const reader = await store.reader(drive);
  const rows = await reader.find({}, { limit, ...(after && { after }) });
  const elements = rows.filter((row) => !isVersion(row)).map(contentOf);
  return { elements, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}

const contentOf = ({ id, parentId, name, kind, url, tags, size, blobId, born, ...row }: CatalogRow) => ({
  id,
  parentId,
  class: row.class,
  name,
  kind,
  url,
  tags,
  size,
  blobId,
  born,
});

type OwnElement = Pick<CatalogRow, 'id' | 'blobId' | 'url' | 'kind' | 'extension' | 'size' | 'derived'>;

export async function ownElement(
  catalog: Pick<Catalog, 'store'>,
  reach: Reach,
  id: string,
): Promise<OwnElement> {
  const reader = await openReader(catalog, reach);
  const [row] = (await reader.ancestors(id)) ?? [];
  if (!row) throw new DomainError('element.not-found', { field: 'elementId' });
  const { blobId, url, kind, extension, size, derived } = row;
  return { id: row.id, blobId, url, kind, extension, size, derived };
}
