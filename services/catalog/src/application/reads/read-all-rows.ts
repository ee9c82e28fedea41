import type { DriveId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Catalog } from '../catalog.js';

const page = 5000;

/** Every row of a drive, also those in limbo, in the order of their ids. */
export async function readAllRows({ store }: Pick<Catalog, 'store'>, drive: DriveId): Promise<CatalogRow[]> {
  const reader = await store.reader(drive);
  const rows: CatalogRow[] = [];
  for (;;) {
    const last = rows.at(-1)?.id;
    const more = await reader.find({}, { limit: page, ...(last && { after: last }) });
    rows.push(...more);
    if (more.length < page) return rows;
  }
}
