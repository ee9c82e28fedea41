import type { DriveId, OpId, ElementId } from '@skyshelf/contracts';
import {
  decideCopyChunk,
  type PlannedCopy,
  decideCancelCopy,
  decideFinishCopy,
  type EndCopySlice,
  type CopyChunkSlice,
} from '../../domain/copy-chunk.js';
import type { PurgeProcess, CopyProcess } from '../../domain/long-process.js';
import { ownOrigin, type Catalog, type CatalogCommand } from '../catalog.js';
import { FenceTimer } from '../processes/chunk-pace.js';
import { beginProcess, dropWithRoom, keepWithRoom } from '../processes/stored-processes.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { readAncestors, walkUp, type Reader } from '../slices/read-folder.js';
import { readTakenNames } from '../slices/read-taken-names.js';

export interface ChunkDone {
  /** Nothing is left to do. */
  over: boolean;
  before: number;
  after: number;
  /** Milliseconds in which others could not write the drive. */
  heldMs: number;
}

/** Skips what is copied already, so anyone may repeat it. */
export async function copyChunk(
  catalog: Catalog,
  drive: DriveId,
  processId: string,
  plan: readonly PlannedCopy[],
): Promise<ChunkDone> {
  const versions = { before: 0, after: 0 };
  const held = new FenceTimer(catalog.clock);
  const { over } = await catalog.store.withDrive(
    drive,
    `${processId}:${catalog.ids.next()}` as OpId,
    {
      name: 'copy-chunk',
      payload: { process: processId, sources: plan.map(({ source }) => source) },
      read: async (reader) => {
        held.begin();
        const slice = await readCopyChunk(reader, processId, plan, catalog.clock.now());
        versions.before = reader.state().version;
        return slice;
      },
      decide: (slice) => decideCopyChunk(plan, slice),
      alongside: async (side, { event, answer: { process }, slice }) => {
        versions.after = versions.before + (event ? 1 : 0);
        if (process) await keepWithRoom(side, slice.process, process);
        else if (slice.process) await dropWithRoom(side, slice.process);
      },
    },
    ownOrigin(false),
  );
  return { over, ...versions, heldMs: held.ms() };
}

export function finishCopy(catalog: Catalog, drive: DriveId, processId: string): Promise<null> {
  return catalog.store.withDrive(
    drive,
    `${processId}:finish` as OpId,
    {
      name: 'finish-copy',
      payload: { process: processId },
      read: (reader) => readEndCopy(reader, processId),
      decide: decideFinishCopy,
      alongside: async (side, { slice: { process } }) => {
        if (process) await dropWithRoom(side, process);
      },
    },
    ownOrigin(false),
  );
}

export function cancellingCopy(
  processId: string,
  reason: 'asked' | 'no-room',
): CatalogCommand<EndCopySlice, { purge: PurgeProcess | null }> {
  return {
    name: 'cancel-copy',
    payload: { process: processId, reason },
    read: (reader) => readEndCopy(reader, processId),
    decide: (slice, context) => decideCancelCopy(reason, slice, context),
    alongside: async (side, { answer: { purge }, slice: { process } }) => {
      if (process) await dropWithRoom(side, process);
      if (purge) await beginProcess(side, purge);
    },
  };
}

async function readCopyChunk(
  reader: Reader,
  processId: string,
  plan: readonly PlannedCopy[],
  now: Date,
): Promise<CopyChunkSlice> {
  const process = await reader.side<CopyProcess>('processes').get(processId);
  const nothing = {
    rows: new Map(),
    reachable: new Map(),
    deleted: [],
    taken: new Set<string>(),
  };
  if (!process) return { process, ...nothing };
  const ids = new Set(
    plan.flatMap(({ source, id, parentId, placeholder }) => [source, id, parentId, placeholder]),
  );
  const rows = new Map((await reader.find({ id: { in: [...ids] } })).map((row) => [row.id, row]));
  const folders = await standingOf(reader, rowsOf(rows, new Set(plan.map(({ placeholder }) => placeholder))));
  const sources = rowsOf(rows, new Set(plan.map(({ source }) => source)));
  return {
    process,
    rows,
    reachable: new Map(folders.reachable.map(({ row, levels }) => [row.id, levels])),
    deleted: folders.deleted,
    taken: await readTakenNames(
      reader,
      plan.map(({ parentId }) => parentId),
      sources.map(({ nameKey }) => nameKey),
      now,
    ),
  };
}

async function readEndCopy(reader: Reader, processId: string): Promise<EndCopySlice> {
  const process = await reader.side<CopyProcess>('processes').get(processId);
  const rows = await reader.find({ id: { in: process?.roots.map(({ id }) => id) ?? [] } });
  const { reachable, deleted } = await standingOf(reader, rows);
  return { process, placeholders: reachable.map(({ row }) => row), deleted };
}

interface Placeholders {
  reachable: { row: CatalogRow; levels: number }[];
  deleted: ElementId[];
}

const rowsOf = (rows: ReadonlyMap<ElementId, CatalogRow>, ids: ReadonlySet<ElementId>): CatalogRow[] =>
  [...ids].flatMap((id) => rows.get(id) ?? []);

async function standingOf(reader: Reader, rows: readonly CatalogRow[]): Promise<Placeholders> {
  const folders = await readAncestors(reader, rows);
  const found: Placeholders = { reachable: [], deleted: [] };
  for (const row of rows) {
    const above = walkUp(row, folders);
    if (above) found.reachable.push({ row, levels: above.length + 1 });
    else found.deleted.push(row.id);
  }
  return found;
}
