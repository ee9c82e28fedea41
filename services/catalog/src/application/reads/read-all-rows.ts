import type { DriveId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Catalog } from '../catalog.js';

const page = 1000;

/** Every row of a drive, also those in limbo, in the order of their ids, in pages. */
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

/** All of them at once. */
export const readAllRows = async (catalog: Pick<Catalog, 'store'>, drive: DriveId): Promise<CatalogRow[]> =>
  (await Array.fromAsync(rowPages(catalog, drive))).flat();
