import type { BlobId, DriveId, shownFile } from '@skyshelf/contracts';
import type { z } from 'zod';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Catalog } from '../catalog.js';
import { readAbove, walkUp } from '../slices/read-folder.js';

type ShownFile = z.infer<typeof shownFile>;

/** Of copies that share bytes, the one with the given name, else any; null where none is in the tree. */
export async function shownFiles(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
  asked: readonly { blobId: BlobId; name: string }[],
): Promise<{ version: number; files: (ShownFile | null)[] }> {
  const reader = await store.reader(drive);
  const found = await reader.find({ blobId: { in: asked.map(({ blobId }) => blobId) } });
  const above = await readAbove(reader, found);
  const shown = Map.groupBy(
    found.filter((row) => walkUp(row, above) !== null),
    ({ blobId }) => blobId,
  );
  const files = asked.map(({ blobId, name: wanted }) => {
    const rows = shown.get(blobId) ?? [];
    const row = rows.find(({ name }) => name === wanted) ?? rows[0];
    return row ? { blobId, name: row.name, born: bornSeconds(row) } : null;
  });
  return { version: reader.state().version, files };
}

/** Since the epoch. */
export const bornSeconds = ({ born }: Pick<CatalogRow, 'born'>): number =>
  Math.max(0, Math.floor(Date.parse(born) / 1000));
