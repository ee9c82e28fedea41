import type { ElementId, ElementView } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { touchedIds } from '../../domain/changes.js';
import { pathOf } from '../../domain/folder-path.js';
import type { Account, Catalog } from '../catalog.js';
import { elementView } from '../element-view.js';
import { readAbove, walkUp } from '../slices/read-deletion.js';
import type { Reader } from '../slices/read-folder.js';

export interface Changes {
  version: number;
  resync: boolean;
  elements: ElementView[];
  removed: string[];
}

/** One `$in` of the database. */
const idsPerRead = 1000;

/**
 * What a client that has seen a version must change: elements as they are now, and the ids of those gone. The
 * rows may be newer than the version answered: then the next call names them again.
 */
export async function readChanges(catalog: Catalog, account: Account, since: number): Promise<Changes> {
  const version = await catalog.store.version(account.drive);
  const behind = version - since;
  if (behind === 0) return { version, resync: false, elements: [], removed: [] };
  if (behind < 0 || behind > catalog.settings.maxChangesBehind)
    return { version, resync: true, elements: [], removed: [] };
  const events = await catalog.store.events(account.drive, since, behind);
  const ids = [...new Set(events.flatMap(({ data }) => touchedIds(data)))];
  if (ids.length > catalog.settings.maxChangesBehind)
    return { version, resync: true, elements: [], removed: [] };
  const reader = await catalog.store.reader(account.drive);
  const elements = await presentElements(reader, ids, account.sub);
  const present = new Set(elements.map(({ _id }) => _id));
  return { version, resync: false, elements, removed: ids.filter((id) => !present.has(id)) };
}

async function presentElements(reader: Reader, ids: readonly string[], user: string): Promise<ElementView[]> {
  const rows: CatalogRow[] = [];
  for (let start = 0; start < ids.length; start += idsPerRead) {
    rows.push(...(await reader.find({ id: { in: ids.slice(start, start + idsPerRead) as ElementId[] } })));
  }
  const folders = await readAbove(reader, rows);
  return rows.flatMap((row) => {
    const above = walkUp(row, folders);
    if (!above) return [];
    const names = above.map((id) => folders.get(id)?.name ?? '');
    return [elementView(row, pathOf(names.toReversed()), user)];
  });
}
