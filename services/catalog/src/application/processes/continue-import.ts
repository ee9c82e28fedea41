import { DomainError, type DriveId, type OpId } from '@skyshelf/contracts';
import type { ImportEntry } from '../../domain/bookmarks/plan-import.js';
import { readBookmarks } from '../bookmarks/read-bookmarks.js';
import type { ImportProcess } from '../../domain/long-process.js';
import { ownOrigin, type Catalog } from '../catalog.js';
import { forgetOpenings } from '../reads/opened-elements.js';
import { deleteElements } from '../commands/delete-elements.js';
import { endingImport, finishImport, importChunk, undoImportChunk } from '../commands/import-in-chunks.js';
import type { ChunkPace } from './chunk-pace.js';
import { isOutOfSpace, withHeldRoom } from '../run-for.js';

/** Keeps a chunk quick. */
const CHUNK_BYTES = 128 * 1024;
/** Numbers remembered between chunks; only spares look-ups. */
const REMEMBERED_NAMES = 1000;
const WORTH_REMEMBERING = 8;

/** Reads the file from its beginning each time, a second at most, and skips what is done. */
export async function continueImport(
  catalog: Catalog,
  drive: DriveId,
  process: ImportProcess,
  pace: ChunkPace,
  stopping: AbortSignal,
): Promise<void> {
  if (!process.ending) await bring(catalog, drive, process, pace, stopping);
  const now = await (await catalog.store.reader(drive)).side<ImportProcess>('processes').get(process.id);
  if (!now || stopping.aborted) return;
  if (now.ending === 'cancelled') {
    if (!(await takeBack(catalog, drive, now, pace, stopping))) return;
  } else if (!now.ending && now.done < now.total) return;
  if (now.discard) {
    const account = { sub: now.actor, drive };
    await deleteElements(catalog, account, `${now.id}:discard` as OpId, [now.file]);
  }
  await finishImport(catalog, drive, now.id, now.ending ?? 'done');
}

async function bring(
  catalog: Catalog,
  drive: DriveId,
  process: ImportProcess,
  pace: ChunkPace,
  stopping: AbortSignal,
): Promise<void> {
  let numbers: ReadonlyMap<string, number> = new Map();
  try {
    for await (const portion of portionsOf(catalog, process, pace)) {
      if (stopping.aborted) return;
      const done = await withHeldRoom(catalog, drive, () =>
        importChunk(catalog, drive, process.id, portion, numbers),
      );
      if (done.over) return;
      pace.took(portion.length, done.heldMs);
      numbers = remembered(done.numbers);
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const ending = isOutOfSpace(error) ? 'no-room' : error.code === 'file.not-found' ? 'gone' : null;
    if (!ending) throw error;
    const opId = `${process.id}:${ending}` as OpId;
    await catalog.store.withDrive(drive, opId, endingImport(process.id, ending), ownOrigin(false));
  }
}

const remembered = (numbers: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
  new Map([...numbers].filter(([, number]) => number > WORTH_REMEMBERING).slice(-REMEMBERED_NAMES));

async function* portionsOf(
  catalog: Catalog,
  { blobId, charset, begun, depth, done }: ImportProcess,
  pace: Pick<ChunkPace, 'next'>,
): AsyncGenerator<ImportEntry[]> {
  const rules = { configured: catalog.settings.videoHosts, now: new Date(begun), depth };
  let portion: ImportEntry[] = [];
  let bytes = 0;
  let most = pace.next();
  for await (const entries of readBookmarks(await catalog.files.open(blobId), charset, rules))
    for (const entry of entries) {
      if (entry.index < done) continue;
      const size = JSON.stringify(entry).length;
      if (portion.length >= most || (portion.length > 0 && bytes + size > CHUNK_BYTES)) {
        yield portion;
        most = pace.next();
        portion = [];
        bytes = 0;
      }
      portion.push(entry);
      bytes += size;
    }
  if (portion.length > 0) yield portion;
}

async function takeBack(
  catalog: Catalog,
  drive: DriveId,
  process: ImportProcess,
  pace: ChunkPace,
  stopping: AbortSignal,
): Promise<boolean> {
  let left: ImportProcess | null = process;
  while (left.done > 0) {
    if (stopping.aborted) return false;
    const most = pace.next();
    const taken = await undoImportChunk(catalog, drive, left, most);
    await forgetOpenings(catalog, drive, taken.removed);
    pace.took(most, taken.heldMs);
    left = taken.process;
    if (!left) return false;
  }
  return true;
}
