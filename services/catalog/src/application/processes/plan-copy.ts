import { createHash } from 'node:crypto';
import type { DriveId, ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { PlannedCopy } from '../../domain/copy-chunk.js';
import type { CopyProcess } from '../../domain/long-process.js';
import type { Extent } from '../../domain/copy-elements.js';
import type { Catalog } from '../catalog.js';
import { childrenOf } from './children-of.js';
import { fullChunks, type ChunkPace } from './chunk-pace.js';

/** Far below an event's limit, so that a chunk stays quick. */
const chunkBytes = 256 * 1024;
const foldersAtOnce = 50;

/** Deterministic, also after a crash. */
export const copiedId = (process: string, source: ElementId): ElementId =>
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

/** Parents first. Read outside any transaction. */
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
