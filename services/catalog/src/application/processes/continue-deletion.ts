import type { DriveId, ElementId, OpId } from '@skyshelf/contracts';
import type { PurgeProcess } from '../../domain/long-process.js';
import { type Catalog, ownOrigin, type CatalogCommand } from '../catalog.js';
import { forgetOpenings } from '../reads/opened-elements.js';
import { type ChunkPace, fullChunks, FenceTimer } from './chunk-pace.js';
import { type PurgePortion, decidePurgeChunk, type PurgeSlice } from '../../domain/delete-elements.js';
import { childrenOf } from './children-of.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Reader } from '../slices/read-folder.js';
import { readVersions } from '../slices/read-replaced.js';

const FORGOTTEN_AT_ONCE = 1_000;

/** Stops when another process has taken over; the rest must then be read again. */
export async function continueDeletion(
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

/**
 * Lists leaves first and reads outside of any transaction: nothing in limbo grows or moves. Read outside any
 * transaction: nothing grows or moves in limbo.
 */
export async function* planPurge(
  catalog: Pick<Catalog, 'store'>,
  drive: DriveId,
  { roots }: Pick<PurgeProcess, 'roots'>,
  pace: Pick<ChunkPace, 'next'> = fullChunks,
): AsyncGenerator<PurgePortion> {
  let ids: ElementId[] = [];
  let size = 0;
  let most = pace.next();
  const limbos = roots.map(({ limboId }) => limboId);
  for await (const { id, versions = 0 } of leafFirst(catalog, drive, limbos)) {
    if (size >= most) {
      yield { ids, last: false };
      ids = [];
      size = 0;
      most = pace.next();
    }
    ids.push(id);
    // Its versions go with it.
    size += 1 + versions;
  }
  yield { ids, last: true };
}

async function* leafFirst(
  catalog: Pick<Catalog, 'store'>,
  drive: DriveId,
  parents: readonly ElementId[],
): AsyncGenerator<Pick<CatalogRow, 'id' | 'versions'>> {
  for await (const rows of childrenOf(catalog, drive, parents)) {
    const folders = rows.filter((row) => row.class === 'folder');
    const ids = folders.map(({ id }) => id);
    if (ids.length > 0) yield* leafFirst(catalog, drive, ids);
    yield* folders;
    for (const row of rows) if (row.class === 'item') yield row;
  }
}

interface PurgedChunk {
  /** The deletion has ended or another process goes on with it: later plans are void. */
  over: boolean;
  /** Milliseconds in which others could not write the drive. */
  heldMs: number;
  removed: readonly ElementId[];
}

/** Its number moves in the same transaction, so each chunk happens once. */
export async function purgeChunk(
  catalog: Catalog,
  drive: DriveId,
  processId: string,
  chunk: number,
  portion: PurgePortion,
): Promise<PurgedChunk> {
  let removed: readonly ElementId[] = [];
  let mine = false;
  const held = new FenceTimer(catalog.clock);
  const command: CatalogCommand<PurgeSlice, { last: boolean }> = {
    name: 'purge-elements',
    payload: { process: processId, chunk },
    read: async (reader) => {
      held.begin();
      mine = false;
      removed = [];
      return readPurge(reader, processId, portion);
    },
    decide: (slice) => decidePurgeChunk(chunk, slice),
    alongside: async (side, { event, answer, slice: { process } }) => {
      if (process?.chunk !== chunk) return;
      mine = true;
      if (event?.type === 'catalog.elements.purged') ({ removed } = event);
      const next = { ...process, chunk: chunk + 1, done: process.done + removed.length };
      if (answer.last) await side.remove('processes', processId);
      else await side.put<PurgeProcess>('processes', next);
    },
  };
  const opId = `${processId}:${chunk}` as OpId;
  const { last } = await catalog.store.withDrive(drive, opId, command, ownOrigin(false));
  return { over: last || !mine, heldMs: held.ms(), removed };
}

async function readPurge(
  reader: Reader,
  processId: string,
  { ids, last }: PurgePortion,
): Promise<PurgeSlice> {
  const process = await reader.side<PurgeProcess>('processes').get(processId);
  if (!process || ids.length === 0) return { process, rows: [], versions: [], last };
  const found = new Map((await reader.find({ id: { in: ids } })).map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  return { process, rows, versions: await readVersions(reader, rows), last };
}
