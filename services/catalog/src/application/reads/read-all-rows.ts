import type { DriveId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Catalog } from '../catalog.js';

const page = 1000;

/** In limbo too, ordered by id. */
export async function* rowPages(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
): AsyncGenerator<CatalogRow[]> {
  const reader = await store.reader(drive);
  for (let last: string | undefined; ;) {
    const rows = await reader.find({}, { limit: page, ...(last && { after: last }) });
    yield rows;
    if (rows.length < page) return;
    last = rows.at(-1)?.id;
  }
}

export const readAllRows = async (catalog: Pick<Catalog, 'store'>, drive: DriveId): Promise<CatalogRow[]> =>
  (await Array.fromAsync(rowPages(catalog, drive))).flat();
