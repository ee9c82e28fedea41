import type { ElementId } from '@skyshelf/contracts';
import type { CopyChunkSlice, PlannedCopy } from '../../domain/copy-chunk.js';
import type { EndCopySlice } from '../../domain/end-copy.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { CopyProcess } from '../../domain/long-process.js';
import { readAbove, walkUp } from './read-above.js';
import type { Reader } from './read-folder.js';
import { readTakenNames } from './read-taken-names.js';

/** Few reads, however large the copy. */
export async function readCopyChunk(
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

export async function readEndCopy(reader: Reader, processId: string): Promise<EndCopySlice> {
  const process = await reader.side<CopyProcess>('processes').get(processId);
  const rows = await reader.find({ id: { in: process?.roots.map(({ id }) => id) ?? [] } });
  const { reachable, deleted } = await standingOf(reader, rows);
  return { process, placeholders: reachable.map(({ row }) => row), deleted };
}

interface Placeholders {
  /** With the length of the way to the root. */
  reachable: { row: CatalogRow; levels: number }[];
  deleted: ElementId[];
}

const rowsOf = (rows: ReadonlyMap<ElementId, CatalogRow>, ids: ReadonlySet<ElementId>): CatalogRow[] =>
  [...ids].flatMap((id) => rows.get(id) ?? []);

async function standingOf(reader: Reader, rows: readonly CatalogRow[]): Promise<Placeholders> {
  const folders = await readAbove(reader, rows);
  const found: Placeholders = { reachable: [], deleted: [] };
  for (const row of rows) {
    const above = walkUp(row, folders);
    if (above) found.reachable.push({ row, levels: above.length + 1 });
    else found.deleted.push(row.id);
  }
  return found;
}
