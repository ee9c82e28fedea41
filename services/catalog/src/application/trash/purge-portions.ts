import { limits, type DriveId, type ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { missingFor, type Growth } from '../../domain/drive-room.js';
import { decidePurgeTrash, type PurgedTrash, type TrashPurge } from '../../domain/trash.js';
import { ownOrigin, type Catalog, type CatalogCommand } from '../catalog.js';
import { FenceTimer } from '../processes/chunk-pace.js';
import { forgetOpenings } from '../reads/opened-elements.js';
import { readVersions } from '../slices/read-replaced.js';
import { readTrashRows, leavesFirst } from './trash-rows.js';
import { ownOpId } from './trash-work.js';

export interface TrashPortion {
  ids: ElementId[];
  bytes: number;
}

/** Portions of at most `most` elements, each after what it holds. */
export async function* portionsOfTrash(
  catalog: Pick<Catalog, 'store'>,
  drive: DriveId,
  items: AsyncIterable<readonly CatalogRow[]>,
  most: (bytes: number) => number | null = () => limits.maxElementsPerTransaction,
): AsyncGenerator<TrashPortion> {
  let portion: TrashPortion = { ids: [], bytes: 0 };
  // They go with their files.
  let versions = 0;
  for await (const page of items)
    for (const item of page)
      for await (const row of leavesFirst(catalog, drive, [item])) {
        portion.ids.push(row.id);
        portion.bytes += row.size;
        versions += row.versions ?? 0;
        const enough = most(portion.bytes);
        if (enough !== null && portion.ids.length + versions < enough) continue;
        yield portion;
        portion = { ids: [], bytes: 0 };
        versions = 0;
      }
  if (portion.ids.length > 0) yield portion;
}

interface Purged extends PurgedTrash {
  /** Milliseconds in which others could not write the drive. */
  heldMs: number;
}

/**
 * Keeps all that has been restored by then.
 * @param growth only as much as is missing for that; null: everything
 */
export async function purgeTrashPortion(
  catalog: Catalog,
  drive: DriveId,
  process: string,
  ids: readonly ElementId[],
  growth: Growth | null = null,
): Promise<Purged> {
  const held = new FenceTimer(catalog.clock);
  const command: CatalogCommand<TrashPurge, PurgedTrash> = {
    name: 'purge-trash',
    payload: { process },
    read: async (reader) => {
      held.begin();
      const missing = growth && missingFor(reader.state(), growth);
      const rows = await readTrashRows(reader, ids);
      const versions = Map.groupBy(
        await readVersions(
          reader,
          rows.map(({ row }) => row),
        ),
        ({ versionOf }) => versionOf,
      );
      const leaving = rows.map((each) => ({ ...each, versions: versions.get(each.row.id) ?? [] }));
      return { process, rows: leaving, missing };
    },
    decide: decidePurgeTrash,
  };
  const opId = ownOpId(catalog, 'purge-trash');
  const purged = await catalog.store.withDrive(drive, opId, command, ownOrigin(growth !== null));
  await forgetOpenings(catalog, drive, purged.removed);
  return { ...purged, heldMs: held.ms() };
}
