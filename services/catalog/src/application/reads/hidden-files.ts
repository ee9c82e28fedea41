import type { ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { isGone, type TrashWork } from '../../domain/trash.js';
import { isVersion } from '../../domain/versions.js';
import { readAncestors, walkUp, type Reader } from '../slices/read-folder.js';
import { itemOf, readTrashWork } from '../trash/trash-rows.js';

/** Only the owner of a drive sees these, and only by asking for them. */
export type Hidden = 'trash' | 'versions';

export const hiddenOf = (asked: {
  trash?: true | undefined;
  versions?: true | undefined;
}): Hidden | undefined => (asked.versions ? 'versions' : asked.trash ? 'trash' : undefined);

/** Answers the rows of the drive itself, of its trash, or of earlier contents of files in either. */
export async function readMeant(
  reader: Reader,
  rows: readonly CatalogRow[],
  hidden: Hidden | undefined,
): Promise<CatalogRow[]> {
  const files = rows.filter((row) => !isVersion(row));
  if (hidden === 'versions') {
    const versions = rows.filter(isVersion);
    const of = await reader.find({ id: { in: versions.map(({ versionOf }) => versionOf) } });
    const there = [...(await inTree(reader, of)), ...(await inTrash(reader, of))];
    const ids = new Set(there.map(({ id }) => id));
    return versions.filter(({ versionOf }) => ids.has(versionOf));
  }
  return hidden === 'trash' ? inTrash(reader, files) : inTree(reader, files);
}

async function inTree(reader: Reader, rows: readonly CatalogRow[]): Promise<CatalogRow[]> {
  const above = await readAncestors(reader, rows);
  return rows.filter((row) => walkUp(row, above) !== null);
}

async function inTrash(reader: Reader, rows: readonly CatalogRow[]): Promise<CatalogRow[]> {
  const above = await readAncestors(reader, rows);
  const work = await readTrashWork(reader);
  return rows.filter((row) => isThere(row, above, work));
}

function isThere(
  row: CatalogRow,
  above: ReadonlyMap<ElementId, CatalogRow>,
  work: readonly TrashWork[],
): boolean {
  const lies = itemOf(row, above);
  return lies !== null && !isGone(work, { row, ...lies });
}
