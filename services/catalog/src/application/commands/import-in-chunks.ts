import { type DriveId, type ElementId, type OpId, limits, ROOT_ID } from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import {
  decideImportChunk,
  importedId,
  positionOf,
  type FolderPosition,
  type ImportChunkSlice,
  decideUndoImport,
  entriesBefore,
} from '../../domain/bookmarks/import-chunk.js';
import type { ImportEntry, FolderEntry, LinkEntry } from '../../domain/bookmarks/plan-import.js';
import type { ImportProcess, ImportState } from '../../domain/long-process.js';
import { ownOrigin, type Catalog, type CatalogCommand } from '../catalog.js';
import { storeRefused, storeResult } from '../import-results.js';
import { FenceTimer } from '../processes/chunk-pace.js';
import { dropWithRoom, keepWithRoom } from '../processes/stored-processes.js';
import { readAncestors, walkUp, type Reader } from '../slices/read-folder.js';
import { itemOf } from '../trash/trash-rows.js';
import { readNumbers, readTakenNames } from '../slices/read-taken-names.js';

const ofOwn = <S, A>(catalog: Catalog, drive: DriveId, opId: string, command: CatalogCommand<S, A>) =>
  catalog.store.withDrive(drive, opId as OpId, command, ownOrigin(false));

/** `numbers`: first numbers for equal names, from the chunk before. */
export async function importChunk(
  catalog: Catalog,
  drive: DriveId,
  processId: string,
  entries: readonly ImportEntry[],
  numbers: ReadonlyMap<string, number>,
): Promise<{ over: boolean; heldMs: number; numbers: ReadonlyMap<string, number> }> {
  const held = new FenceTimer(catalog.clock);
  let next = numbers;
  const opId = `${processId}:${catalog.ids.next()}`;
  const { over } = await ofOwn(catalog, drive, opId, {
    name: 'import-chunk',
    payload: { process: processId, from: entries[0]?.index ?? 0 },
    read: (reader) => {
      held.begin();
      return readImportChunk(reader, processId, entries, numbers, catalog.clock.now());
    },
    decide: (slice) => {
      const { event, answer, bounds } = decideImportChunk(entries, slice);
      next = answer.numbers;
      const { process, refused } = answer;
      const decided = { over: answer.over, process, refused };
      return event ? { event, answer: decided, bounds } : { event, answer: decided };
    },
    alongside: async (side, { answer: { process, refused }, slice }) => {
      if (!process) return;
      await keepWithRoom(side, slice.process, process);
      await storeRefused(catalog, side, process, refused);
    },
  });
  return { over, heldMs: held.ms(), numbers: next };
}

const readProcess =
  (processId: string): CatalogCommand<ImportProcess | null, unknown>['read'] =>
  (reader) =>
    reader.side<ImportProcess>('processes').get(processId);

export const endingImport = (
  processId: string,
  ending: ImportState,
): CatalogCommand<ImportProcess | null, null> => ({
  name: 'end-import',
  payload: { process: processId, ending },
  read: readProcess(processId),
  decide: () => ({ event: null, answer: null }),
  alongside: async (side, { slice: process }) => {
    if (process && !process.ending) await keepWithRoom(side, process, { ...process, ending, reserved: 0 });
  },
});

export async function undoImportChunk(
  catalog: Catalog,
  drive: DriveId,
  { id, done }: ImportProcess,
  most: number,
): Promise<{ process: ImportProcess | null; heldMs: number; removed: ElementId[] }> {
  const held = new FenceTimer(catalog.clock);
  const ids = entriesBefore(id, done, most);
  const answer = await ofOwn(catalog, drive, `${id}:${catalog.ids.next()}`, {
    name: 'take-back-import',
    payload: { process: id, before: done },
    read: async (reader) => {
      held.begin();
      const process = await reader.side<ImportProcess>('processes').get(id);
      const found = await reader.find({ id: { in: ids } });
      const above = await readAncestors(reader, found);
      // What was deleted since lies in the trash.
      const rows = found.filter((row) => !itemOf(row, above));
      const folders = rows.filter((row) => row.class === 'folder').map((row) => row.id);
      const children = folders.length === 0 ? [] : await reader.find({ parentId: { in: folders } });
      return { process, rows: new Map(rows.map((row) => [row.id, row])), children };
    },
    decide: (slice) => decideUndoImport(slice, done, ids),
    alongside: async (side, { answer: { process } }) => {
      if (process) await side.put<ImportProcess>('processes', process);
    },
  });
  return { ...answer, heldMs: held.ms() };
}

export const finishImport = (
  catalog: Catalog,
  drive: DriveId,
  processId: string,
  state: ImportState,
): Promise<null> =>
  ofOwn(catalog, drive, `${processId}:finish`, {
    name: 'finish-import',
    payload: { process: processId },
    read: readProcess(processId),
    decide: () => ({ event: null, answer: null }),
    alongside: async (side, { slice: process }) => {
      if (!process) return;
      await storeResult(catalog, side, process, state);
      await dropWithRoom(side, process);
    },
  });

/** Few reads where its folders are new. */
async function readImportChunk(
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
  const folders = isWhole ? inChain : await readAncestors(reader, rows);
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
