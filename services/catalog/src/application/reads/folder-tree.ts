import {
  DomainError,
  type DriveId,
  type ElementId,
  type FolderTreeEntry,
  type FolderTreeHead,
  type FolderTreeLine,
} from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Catalog, CatalogSurvey } from '../catalog.js';
import { childrenIn } from '../processes/children-of.js';
import { readFolder } from '../slices/read-folder.js';
import { bornSeconds } from './shown-files.js';

/** A user waits for the first byte of a download: larger reads than those of work in the background. */
const sizes = { folders: 200, rows: 1000 };

/** A folder that was told of, by its number. */
interface Told {
  id: ElementId;
  number: number;
}

/**
 * All that a folder holds at this moment, at whatever depth, whatever commands do while it is read. `lines` must be read to their end, or returned from.
 * @throws DomainError `folder.not-found`
 */
export async function folderTree(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
  folderId: ElementId,
): Promise<{ head: FolderTreeHead; lines: AsyncGenerator<FolderTreeLine> }> {
  const { reader, close } = await store.readerAtOnce(drive);
  try {
    const { chain } = await readFolder(reader, { url: '', folderId });
    if (chain === null) throw new DomainError('folder.not-found', { field: 'folder' });
    const [folder] = chain;
    const top = folder ? { name: folder.name, born: bornSeconds(folder) } : null;
    const { version, count: elements } = reader.state();
    return { head: { version, elements, top }, lines: linesOf(reader, folderId, close) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Depth first, so that few folders wait at a time. */
async function* linesOf(
  reader: CatalogSurvey,
  folderId: ElementId,
  close: () => Promise<void>,
): AsyncGenerator<FolderTreeLine> {
  let [folders, entries] = [0, 0];
  const waiting: Told[] = [{ id: folderId, number: 0 }];
  try {
    while (waiting.length > 0) {
      const group = waiting.splice(-sizes.folders);
      const numbers = new Map(group.map(({ id, number }) => [id, number]));
      for await (const rows of childrenIn(reader, [...numbers.keys()], sizes)) {
        const page: FolderTreeEntry[] = [];
        for (const row of ofOneFolderEach(rows)) {
          if (row.class === 'item' && row.blobId === null) continue;
          if (row.class === 'folder') waiting.push({ id: row.id, number: (folders += 1) });
          page.push([numbers.get(row.parentId) ?? 0, row.name, row.blobId, bornSeconds(row)]);
        }
        entries += page.length;
        if (page.length > 0) yield page;
      }
    }
    yield { end: entries };
  } finally {
    await close();
  }
}

/** What a folder holds side by side. */
const ofOneFolderEach = (rows: readonly CatalogRow[]): CatalogRow[] =>
  [...Map.groupBy(rows, ({ parentId }) => parentId).values()].flat();
