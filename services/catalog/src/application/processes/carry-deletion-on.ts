import type { DriveId, ElementId } from '@skyshelf/contracts';
import type { PurgeProcess } from '../../domain/long-process.js';
import type { Catalog } from '../catalog.js';
import { forgetOpenings } from '../commands/count-opening.js';
import { purgeChunk } from '../commands/purge-elements.js';
import { type ChunkPace, fullChunks } from './chunk-pace.js';
import type { PurgePortion } from '../../domain/delete-elements.js';
import { childrenOf } from './children-of.js';

const FORGOTTEN_AT_ONCE = 1_000;

/** Until another process is found at work: then what is left must be looked for again. */
export async function carryDeletionOn(
  catalog: Catalog,
  drive: DriveId,
  process: PurgeProcess,
  pace: ChunkPace,
  stopping: AbortSignal,
): Promise<void> {
  let { chunk } = process;
  let gone: ElementId[] = [];
  try {
    for await (const portion of planPurge(catalog, drive, process, pace)) {
      if (stopping.aborted) return;
      const { over, heldMs, removed } = await purgeChunk(catalog, drive, process.id, chunk, portion);
      gone.push(...removed);
      if (over) return;
      pace.took(portion.ids.length, heldMs);
      chunk += 1;
      if (gone.length < FORGOTTEN_AT_ONCE) continue;
      await forgetOpenings(catalog, drive, gone);
      gone = [];
    }
  } finally {
    await forgetOpenings(catalog, drive, gone);
  }
}

/** Leaf first. Read outside any transaction: nothing grows or moves in limbo. */
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
