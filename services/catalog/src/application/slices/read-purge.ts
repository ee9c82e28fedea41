import { limits, type ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { PurgeProcess } from '../../domain/long-process.js';
import type { PurgeSlice } from '../../domain/purge-elements.js';
import type { Reader } from './read-folder.js';

/**
 * The next rows to purge: at most one transaction's worth, and none that still holds a row outside of them.
 * With ids of at most 64 characters the event stays under 64 KB, well below the 256 KB a chunk may have.
 */
export async function readPurge(reader: Reader, processId: string): Promise<PurgeSlice> {
  const process = await reader.side<PurgeProcess>('processes').get(processId);
  if (!process) return { process, rows: [], last: true };
  const collection = { rows: [] as CatalogRow[] };
  const last = await collectBelow(
    reader,
    process.roots.map(({ limboId }) => limboId),
    collection.rows,
  );
  return { process, rows: collection.rows, last };
}

/** Takes what hangs below these parents, leaf first, while there is room; whether that was all. */
async function collectBelow(
  reader: Reader,
  parents: readonly ElementId[],
  taken: CatalogRow[],
): Promise<boolean> {
  const children = await reader.find({ parentId: { in: parents } }, { limit: room(taken) + 1, order: 'any' });
  const complete = children.length <= room(taken);
  take(
    children.filter((row) => row.class === 'item'),
    taken,
  );
  const folders = children.filter((row) => row.class === 'folder').slice(0, room(taken));
  if (folders.length > 0) {
    const emptied = await collectBelow(
      reader,
      folders.map(({ id }) => id),
      taken,
    );
    if (!emptied) return false;
    take(folders, taken);
  }
  return complete && children.every((row) => taken.includes(row));
}

const room = (taken: readonly CatalogRow[]): number => limits.maxElementsPerTransaction - taken.length;

const take = (rows: readonly CatalogRow[], taken: CatalogRow[]): void =>
  void taken.push(...rows.slice(0, room(taken)));
