import type { DriveId, ElementId } from '@skyshelf/contracts';
import type { PurgeProcess } from '../../domain/long-process.js';
import type { PurgePortion } from '../../domain/purge-elements.js';
import type { Catalog } from '../catalog.js';
import { childrenOf } from './children-of.js';
import { fullChunks, type ChunkPace } from './chunk-pace.js';

/**
 * Leaf first, in portions of one transaction each. Read outside any transaction: nothing grows or moves in
 * limbo, so portions purged in order never have a non-empty folder.
 */
export async function* planPurge(
  catalog: Pick<Catalog, 'store'>,
  drive: DriveId,
  { roots }: Pick<PurgeProcess, 'roots'>,
  pace: Pick<ChunkPace, 'next'> = fullChunks,
): AsyncGenerator<PurgePortion> {
  let ids: ElementId[] = [];
  let most = pace.next();
  const limbos = roots.map(({ limboId }) => limboId);
  for await (const id of leafFirst(catalog, drive, limbos)) {
    if (ids.length >= most) {
      yield { ids, last: false };
      ids = [];
      most = pace.next();
    }
    ids.push(id);
  }
  yield { ids, last: true };
}

async function* leafFirst(
  catalog: Pick<Catalog, 'store'>,
  drive: DriveId,
  parents: readonly ElementId[],
): AsyncGenerator<ElementId> {
  for await (const rows of childrenOf(catalog, drive, parents)) {
    const folders = rows.filter((row) => row.class === 'folder').map(({ id }) => id);
    if (folders.length > 0) yield* leafFirst(catalog, drive, folders);
    yield* folders;
    for (const row of rows) if (row.class === 'item') yield row.id;
  }
}
