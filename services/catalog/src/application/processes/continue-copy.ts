import { createHash } from 'node:crypto';
import { DomainError, type DriveId, type OpId, type ElementId } from '@skyshelf/contracts';
import type { CopyProcess } from '../../domain/long-process.js';
import { ownOrigin, type Catalog } from '../catalog.js';
import { cancellingCopy, copyChunk, finishCopy, type ChunkDone } from '../commands/copy-in-chunks.js';
import { type ChunkPace, fullChunks } from './chunk-pace.js';
import { isOutOfSpace, withHeldRoom } from '../run-for.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { PlannedCopy } from '../../domain/copy-chunk.js';
import type { Extent } from '../../domain/copy-elements.js';
import { childrenOf } from './children-of.js';

/** However much is moved while it runs, a copy ends. */
const mostPasses = 5;

/**
 * Replans each time: ids are deterministic, so copied elements are skipped. If something moved, the source is
 * passed again: it may have gone from an unseen place to a seen one.
 */
export async function continueCopy(
  catalog: Catalog,
  drive: DriveId,
  process: CopyProcess,
  pace: ChunkPace,
  stopping: AbortSignal,
): Promise<void> {
  let since = await catalog.store.version(drive);
  for (let pass = 1; pass <= mostPasses; pass += 1) {
    const between = new OthersCommands(catalog, drive, since);
    for await (const portion of planCopy(catalog, drive, process, pace)) {
      if (stopping.aborted) return;
      const done = await copyOrGiveUp(catalog, drive, process.id, portion);
      if (done.over) return;
      pace.took(portion.length, done.heldMs);
      await between.look(done);
    }
    if (stopping.aborted) return;
    const end = await catalog.store.version(drive);
    await between.look({ before: end, after: end });
    if (!between.haveMoved) break;
    since = end;
  }
  await finishCopy(catalog, drive, process.id);
}

class OthersCommands {
  haveMoved = false;

  constructor(
    private readonly catalog: Catalog,
    private readonly drive: DriveId,
    private seen: number,
  ) {}

  /** The chunks' own events are large and need no look. */
  async look({ before, after }: Pick<ChunkDone, 'before' | 'after'>): Promise<void> {
    const count = before - this.seen;
    const events =
      count > 0 && !this.haveMoved ? await this.catalog.store.events(this.drive, this.seen, count) : [];
    if (events.some(({ data }) => data.type === 'catalog.elements.moved')) this.haveMoved = true;
    this.seen = Math.max(this.seen, after);
  }
}

async function copyOrGiveUp(
  catalog: Catalog,
  drive: DriveId,
  process: string,
  portion: Parameters<typeof copyChunk>[3],
): Promise<ChunkDone> {
  try {
    return await withHeldRoom(catalog, drive, () => copyChunk(catalog, drive, process, portion));
  } catch (error) {
    if (!(error instanceof DomainError) || !isOutOfSpace(error)) throw error;
    const opId = `${process}:no-room` as OpId;
    await catalog.store.withDrive(drive, opId, cancellingCopy(process, 'no-room'), ownOrigin(false));
    return { over: true, before: 0, after: 0, heldMs: 0 };
  }
}

/** The limit is far below an event's limit, so that a chunk stays quick. */
const chunkBytes = 256 * 1024;
const foldersAtOnce = 50;

/** It is deterministic, so a repeat after a crash gives the same id. */
const copiedId = (process: string, source: ElementId): ElementId =>
  createHash('sha256').update(`${process}:${source}`).digest('base64url').slice(0, 32) as ElementId;

export async function measureCopy(
  catalog: Catalog,
  drive: DriveId,
  folders: readonly ElementId[],
): Promise<Map<ElementId, Extent>> {
  const extents = new Map<ElementId, Extent>();
  for (const folder of folders) extents.set(folder, await extentOf(catalog, drive, folder));
  return extents;
}

/** The database counts; only folders are read. */
async function extentOf({ store }: Catalog, drive: DriveId, folder: ElementId): Promise<Extent> {
  const reader = await store.reader(drive);
  const extent = { count: 0, bytes: 0, levels: 0 };
  const seen = new Set<ElementId>([folder]);
  for (let level = [folder]; level.length > 0;) {
    const next: ElementId[] = [];
    for (let start = 0; start < level.length; start += foldersAtOnce) {
      const parentId = { in: level.slice(start, start + foldersAtOnce) };
      const { count, sum } = await reader.total({ parentId }, 'size');
      extent.count += count;
      extent.bytes += sum;
      const found = await reader.find({ parentId, class: 'folder' }, { order: 'any' });
      next.push(...found.map(({ id }) => id).filter((id) => !seen.has(id)));
    }
    for (const id of next) seen.add(id);
    if (next.length > 0) extent.levels += 1;
    level = next;
  }
  return extent;
}

/** Lists parents first and reads outside of any transaction. Read outside any transaction. */
export async function* planCopy(
  catalog: Catalog,
  drive: DriveId,
  { id: process, roots, startVersion }: CopyProcess,
  pace: Pick<ChunkPace, 'next'> = fullChunks,
): AsyncGenerator<PlannedCopy[]> {
  const targets = new Map(roots.map(({ source, id }) => [source, id]));
  const idOf = (source: ElementId) => targets.get(source) ?? copiedId(process, source);
  for (const root of roots) {
    let portion: PlannedCopy[] = [];
    let bytes = 0;
    let most = pace.next();
    for await (const { rows, depth } of levelsOf(catalog, drive, [root.source], startVersion)) {
      for (const row of rows) {
        const size = JSON.stringify(row).length;
        if (portion.length >= most || (portion.length > 0 && bytes + size > chunkBytes)) {
          yield portion;
          most = pace.next();
          portion = [];
          bytes = 0;
        }
        const ids = { source: row.id, id: copiedId(process, row.id), parentId: idOf(row.parentId) };
        portion.push({ ...ids, placeholder: root.id, depth });
        bytes += size;
      }
    }
    if (portion.length > 0) yield portion;
  }
}

async function* levelsOf(
  catalog: Catalog,
  drive: DriveId,
  folders: readonly ElementId[],
  bornUpTo = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<{ rows: CatalogRow[]; depth: number }> {
  let level = [...folders];
  const seen = new Set<ElementId>(level);
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: ElementId[] = [];
    for await (const found of childrenOf(catalog, drive, level)) {
      const rows = found.filter((row) => row.bornVersion <= bornUpTo && !seen.has(row.id));
      for (const row of rows) {
        if (row.class === 'folder') seen.add(row.id);
        if (row.class === 'folder') next.push(row.id);
      }
      yield { rows, depth };
    }
    level = next;
  }
}
