import { type DriveId, type ElementId, type OpId } from '@skyshelf/contracts';
import { decideImportChunk } from '../../domain/bookmarks/import-chunk.js';
import type { ImportEntry } from '../../domain/bookmarks/plan-import.js';
import { decideTakeBack, entriesBefore } from '../../domain/bookmarks/take-back-import.js';
import type { ImportProcess, ImportState } from '../../domain/long-process.js';
import { ownOrigin, type Catalog, type CatalogCommand } from '../catalog.js';
import { keepRefused, keepResult } from '../import-results.js';
import { HeldTime } from '../processes/chunk-pace.js';
import { dropWithRoom, keepWithRoom } from '../processes/stored-processes.js';
import { readImportChunk } from '../slices/read-import-chunk.js';

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
  const held = new HeldTime(catalog.clock);
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
      await keepRefused(catalog, side, process, refused);
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

export async function takeBackChunk(
  catalog: Catalog,
  drive: DriveId,
  { id, done }: ImportProcess,
  most: number,
): Promise<{ process: ImportProcess | null; heldMs: number; removed: ElementId[] }> {
  const held = new HeldTime(catalog.clock);
  const ids = entriesBefore(id, done, most);
  const answer = await ofOwn(catalog, drive, `${id}:${catalog.ids.next()}`, {
    name: 'take-back-import',
    payload: { process: id, before: done },
    read: async (reader) => {
      held.begin();
      const process = await reader.side<ImportProcess>('processes').get(id);
      const rows = await reader.find({ id: { in: ids } });
      const folders = rows.filter((row) => row.class === 'folder').map((row) => row.id);
      const children = folders.length === 0 ? [] : await reader.find({ parentId: { in: folders } });
      return { process, rows: new Map(rows.map((row) => [row.id, row])), children };
    },
    decide: (slice) => decideTakeBack(slice, done, ids),
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
      await keepResult(catalog, side, process, state);
      await dropWithRoom(side, process);
    },
  });
