import { limits, ROOT_ID, type ElementId } from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import {
  importedId,
  positionOf,
  type FolderPosition,
  type ImportChunkSlice,
} from '../../domain/bookmarks/import-chunk.js';
import type { FolderEntry, ImportEntry, LinkEntry } from '../../domain/bookmarks/plan-import.js';
import type { ImportProcess } from '../../domain/long-process.js';
import { readAbove, walkUp, type Reader } from './read-folder.js';
import { readNumbers, readTakenNames } from './read-taken-names.js';

/** Few reads where its folders are new. */
export async function readImportChunk(
  reader: Reader,
  processId: string,
  entries: readonly ImportEntry[],
  numbers: ReadonlyMap<string, number>,
  now: Date,
): Promise<ImportChunkSlice> {
  const process = await reader.side<ImportProcess>('processes').get(processId);
  const slice = {
    ...{ process, target: null as FolderPosition | null, positions: new Map<number, FolderPosition>() },
    ...{ sameAddress: [], taken: new Set<string>(), numbers },
  };
  if (!process || process.ending || process.done !== entries[0]?.index) return slice;
  await readOpenFolders(reader, process, slice);
  if (!slice.target) return slice;
  await readFolders(reader, processId, entries, slice);
  const links = entries.filter((entry): entry is LinkEntry => entry.kind === 'link');
  const inOldFolders = links.filter((entry) => positionOf(entry, slice)?.isNew === false);
  if (inOldFolders.length === 0) return slice;
  const urls = [...new Set(inOldFolders.map(({ link }) => link.url))];
  const sameAddress = await reader.find({ url: { in: urls } });
  const elements = inOldFolders.map((entry) => ({
    ...{ class: 'item' as const, name: entry.name, extension: null },
    parentId: positionOf(entry, slice)?.id ?? ROOT_ID,
  }));
  const lookUp = (names: readonly string[]) =>
    readTakenNames(
      reader,
      elements.map(({ parentId }) => parentId),
      names,
      now,
    );
  const taken = await lookUp(elements.map(({ name }) => nameKey(name)));
  const within = ({ parentId }: { parentId: ElementId }) => `${parentId} `;
  const lookUpPlaces = (places: readonly { nameKey: string }[]) => lookUp(places.map((each) => each.nameKey));
  await readNumbers(elements, taken, lookUpPlaces, within, numbers);
  return { ...slice, sameAddress, taken };
}

type Positions = { target: FolderPosition | null; positions: Map<number, FolderPosition> };

async function readOpenFolders(
  reader: Reader,
  { target, open }: ImportProcess,
  found: Positions,
): Promise<void> {
  const ids = [target, ...open.flatMap(({ id }) => id ?? [])].filter((id) => id !== ROOT_ID);
  const deepest = ids.at(-1);
  // Usually nested: one look is enough.
  const chain = deepest === undefined ? [] : ((await reader.ancestors(deepest)) ?? []);
  const inChain = new Map(chain.map((row) => [row.id, row]));
  const isWhole = ids.every((id) => inChain.has(id));
  const rows = isWhole ? ids.flatMap((id) => inChain.get(id) ?? []) : await reader.find({ id: { in: ids } });
  const folders = isWhole ? inChain : await readAbove(reader, rows);
  const positions = new Map<ElementId, FolderPosition>();
  for (const row of rows) {
    const above = row.class === 'folder' ? walkUp(row, folders) : null;
    if (!above || [row.id, ...above].some((id) => folders.get(id)?.copying)) continue;
    const depth = above.length + 1;
    if (depth < limits.maxDepth) positions.set(row.id, { id: row.id, depth, isNew: false });
  }
  const root = { id: ROOT_ID, depth: 0, isNew: false };
  found.target = target === ROOT_ID ? root : (positions.get(target) ?? null);
  for (const { index, id } of open) {
    const position = id === null ? undefined : positions.get(id);
    if (position) found.positions.set(index, position);
  }
}

/** Level by level: what lies in a new one is new. */
async function readFolders(
  reader: Reader,
  process: string,
  entries: readonly ImportEntry[],
  found: Positions,
): Promise<void> {
  let waiting = entries.filter((entry): entry is FolderEntry => entry.kind === 'folder');
  while (waiting.length > 0) {
    const unplaced = new Set(waiting.map(({ index }) => index));
    const now = waiting.filter(({ within }) => !unplaced.has(within.at(-1) ?? -1));
    const placed = now.flatMap((entry) => {
      const parent = positionOf(entry, found);
      return parent ? [{ entry, parent }] : [];
    });
    const old = placed.filter(({ parent }) => !parent.isNew);
    const parentId = { in: [...new Set(old.map(({ parent }) => parent.id))] };
    const keys = { in: [...new Set(old.map(({ entry }) => entry.nameKey))] };
    const rows = old.length === 0 ? [] : await reader.find({ parentId, class: 'folder', nameKey: keys });
    const there = new Map(rows.map((row) => [`${row.parentId} ${row.nameKey}`, row]));
    for (const { entry, parent } of placed) {
      const row = there.get(`${parent.id} ${entry.nameKey}`);
      const id = row?.id ?? importedId(process, entry.index);
      const depth = parent.depth + 1;
      if (depth <= limits.maxDepth && !row?.copying)
        found.positions.set(entry.index, { id, depth, isNew: !row });
    }
    waiting = waiting.filter((entry) => !now.includes(entry));
  }
}
