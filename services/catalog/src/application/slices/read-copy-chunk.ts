import type { ElementId } from '@skyshelf/contracts';
import type { CopyChunkSlice, PlannedCopy } from '../../domain/copy-chunk.js';
import type { EndCopySlice } from '../../domain/end-copy.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { CopyProcess } from '../../domain/long-process.js';
import { readAbove, walkUp } from './read-above.js';
import type { Reader } from './read-folder.js';
import { readTakenNames } from './read-taken-names.js';

/** What a chunk of a large copy meets: few reads, however large the copy. */
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
    existing: new Set<ElementId>(),
    taken: new Set<string>(),
  };
  if (!process) return { process, ...nothing };
  const folders = await readPlaceholders(reader, [...new Set(plan.map(({ placeholder }) => placeholder))]);
  const reachable = new Map(folders.reachable.map(({ row, levels }) => [row.id, levels]));
  const rows = await reader.find({ id: { in: plan.map(({ source }) => source) } });
  const parents = plan.map(({ parentId }) => parentId);
  const there = await reader.find({ id: { in: [...new Set([...plan.map(({ id }) => id), ...parents])] } });
  return {
    process,
    rows: new Map(rows.map((row) => [row.id, row])),
    reachable,
    deleted: folders.deleted,
    existing: new Set(there.map(({ id }) => id)),
    taken: await readTakenNames(
      reader,
      parents,
      rows.map(({ nameKey }) => nameKey),
      now,
    ),
  };
}

/** A large copy and the folders it fills, when it is about to end. */
export async function readEndCopy(reader: Reader, processId: string): Promise<EndCopySlice> {
  const process = await reader.side<CopyProcess>('processes').get(processId);
  const { reachable, deleted } = await readPlaceholders(reader, process?.roots.map(({ id }) => id) ?? []);
  return { process, placeholders: reachable.map(({ row }) => row), deleted };
}

interface Placeholders {
  /** Those that reach the root, each with the length of its way. */
  reachable: { row: CatalogRow; levels: number }[];
  deleted: ElementId[];
}

async function readPlaceholders(reader: Reader, ids: readonly ElementId[]): Promise<Placeholders> {
  const rows = await reader.find({ id: { in: ids } });
  const folders = await readAbove(reader, rows);
  const found: Placeholders = { reachable: [], deleted: [] };
  for (const row of rows) {
    const above = walkUp(row, folders);
    if (above) found.reachable.push({ row, levels: above.length + 1 });
    else found.deleted.push(row.id);
  }
  return found;
}
