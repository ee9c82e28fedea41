import {
  type BlobId,
  type DriveId,
  type shownFile,
  DomainError,
  elementId,
  ROOT_ID,
  type DriveTreeElement,
  type DriveTreeLine,
  type ElementId,
  type FolderTreeEntry,
  type FolderTreeHead,
  type FolderTreeLine,
} from '@skyshelf/contracts';
import type { Reach } from '@skyshelf/tokens';
import type { z } from 'zod';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Catalog, CatalogSurvey } from '../catalog.js';
import { pathOf } from '../../domain/target-folder.js';
import { isVersion } from '../../domain/versions.js';
import { readAncestors, readFolder, walkUp } from '../slices/read-folder.js';
import { openReader, openReaderAtOnce } from '../slices/require-within.js';
import { readMeant, type Hidden } from './hidden-files.js';
import { shownVersion } from './listing-rows.js';
import { childrenIn, rowsAtOnce } from '../processes/children-of.js';
import {
  chosenRoots,
  deletedAt,
  isBeingPurged,
  isGone,
  isTrashItem,
  type TrashWork,
} from '../../domain/trash.js';
import { versionPages } from '../trash/thin-versions.js';
import { itemOf, readTrashWork, trashItems } from '../trash/trash-rows.js';

type ShownFile = z.infer<typeof shownFile>;

/** Of copies that share bytes, the one with the given name, else any; null where none is in the tree. */
export async function shownFiles(
  { store }: Pick<Catalog, 'store'>,
  reach: Reach,
  asked: readonly { blobId: BlobId; name: string }[],
  hidden?: Hidden,
): Promise<{ version: number; files: (ShownFile | null)[] }> {
  const reader = await openReader({ store }, reach);
  const found = await reader.find({ blobId: { in: asked.map(({ blobId }) => blobId) } });
  const shown = Map.groupBy(await readMeant(reader, found, hidden), ({ blobId }) => blobId);
  const files = asked.map(({ blobId, name: wanted }) => {
    const rows = shown.get(blobId) ?? [];
    const row = rows.find(({ name }) => name === wanted) ?? rows[0];
    return row ? { blobId, name: isVersion(row) ? wanted : row.name, born: bornSeconds(row) } : null;
  });
  return { version: shownVersion({ store }, reader.state().version), files };
}

/** Unit: seconds since the epoch. */
export const bornSeconds = ({ born, modified = born }: Pick<CatalogRow, 'born' | 'modified'>): number =>
  Math.max(0, Math.floor(Date.parse(modified) / 1000));

/** A user waits for the first byte: larger reads than in the background. */
const ofDownload = { folders: 200, rows: 1000 };
const ofTakeout = { folders: 50, rows: rowsAtOnce };

interface PendingFolder {
  id: ElementId;
  number: number;
}

/** Of one moment, whatever commands do. `lines` must be read to their end, or returned from. */
export async function folderTree(
  { store }: Pick<Catalog, 'store'>,
  reach: Reach,
  folderId: ElementId,
  inTrash = false,
): Promise<{ head: FolderTreeHead; lines: AsyncGenerator<FolderTreeLine> }> {
  const purged = inTrash ? await readTrashWork(await store.reader(reach.drive)) : [];
  const { reader, close } = await openReaderAtOnce({ store }, reach);
  try {
    const chain = inTrash
      ? await readDeleted(reader, folderId, purged)
      : await readFolderChain(reader, folderId);
    if (chain === null) throw new DomainError('folder.not-found', { field: 'folder' });
    const [folder] = chain;
    const top = folder ? { name: folder.name, born: bornSeconds(folder) } : null;
    const { version, count: elements } = reader.state();
    const most = reach.scope?.roots ? {} : { elements };
    return {
      head: { version: shownVersion({ store }, version), ...most, top },
      lines: linesOf(
        reader,
        folderId,
        { entryOf: withBytes, sizes: ofDownload, gone: goneOf(purged) },
        close,
      ),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const readFolderChain = async (reader: CatalogSurvey, folderId: ElementId) =>
  (await readFolder(reader, { url: '', folderId })).chain;

const goneOf = (work: readonly TrashWork[]): ReadonlySet<ElementId> => new Set(chosenRoots(work));

async function readDeleted(
  reader: CatalogSurvey,
  folderId: ElementId,
  work: readonly TrashWork[],
): Promise<CatalogRow[] | null> {
  const rows = await reader.find({ id: folderId, class: 'folder' });
  const [row] = rows;
  const lies = row && itemOf(row, await readAncestors(reader, rows));
  return lies && !isGone(work, { row, ...lies }) ? rows : null;
}

export async function driveTree(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
  { trash: withTrash = false, history = false } = {},
): Promise<{ head: FolderTreeHead; lines: AsyncGenerator<DriveTreeLine> }> {
  const purged = withTrash ? await readTrashWork(await store.reader(drive)) : [];
  const { reader, close } = await store.readerAtOnce(drive);
  try {
    const { version, count, keptCount } = reader.state();
    const elements = withTrash || history ? count + keptCount : count;
    const deleted = withTrash ? deletedItems(reader, purged) : undefined;
    const last = history ? earlierContents(reader, withTrash ? purged : null) : undefined;
    const form = { entryOf: wholeElement, sizes: ofTakeout, deleted, gone: goneOf(purged), last };
    const lines = linesOf(reader, ROOT_ID, form, close);
    return { head: { version: shownVersion({ store }, version), elements, top: null }, lines };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Elements that are being deleted forever are left out. */
async function* deletedItems(
  reader: CatalogSurvey,
  work: readonly TrashWork[],
): AsyncGenerator<CatalogRow[]> {
  for await (const items of trashItems(reader)) yield items.filter((item) => !isBeingPurged(work, item));
}

/** @param inTrash the work in the trash; null: those of deleted files are left out */
async function* earlierContents(
  reader: CatalogSurvey,
  inTrash: readonly TrashWork[] | null,
): AsyncGenerator<DriveTreeElement[]> {
  for await (const rows of versionPages(reader, 'all')) {
    const ids = [...new Set(rows.map(({ versionOf }) => versionOf))];
    const files = new Map((await reader.find({ id: { in: ids } })).map((file) => [file.id, file]));
    const folders = await readAncestors(reader, [...files.values()]);
    yield rows.flatMap((row) => {
      const file = files.get(row.versionOf);
      const path = file && (liveFolder(file, folders) ?? (inTrash && trashedFolder(file, folders, inTrash)));
      if (!file || !path) return [];
      const version = { of: file.id, path: `${path}${file.name}` };
      // The id of a version has a character that ids of elements don't have.
      return [{ ...wholeElement(row, 0), id: elementId.parse(row.blobId), name: file.name, version }];
    });
  }
}

type Folders = Awaited<ReturnType<typeof readAncestors>>;

function liveFolder(file: CatalogRow, folders: Folders): string | null {
  const above = walkUp(file, folders);
  return above && pathOf(above.map((id) => folders.get(id)?.name ?? '').toReversed());
}

/** It begins with the folder of a takeout in which deleted elements lie. */
function trashedFolder(file: CatalogRow, folders: Folders, work: readonly TrashWork[]): string | null {
  const lies = itemOf(file, folders);
  if (!lies || isGone(work, { row: file, ...lies })) return null;
  const names = lies.above.map(({ name }) => `${name}/`).toReversed();
  return `/Trash${lies.item.trash.path}${names.join('')}`;
}

/** null: left out. */
type EntryOf<E> = (row: CatalogRow, folder: number) => E | null;

const withBytes: EntryOf<FolderTreeEntry> = (row, folder) =>
  row.class === 'item' && row.blobId === null ? null : [folder, row.name, row.blobId, bornSeconds(row)];

const wholeElement = (row: CatalogRow, folder: number): DriveTreeElement => {
  const { id, parentId, name, kind, url, tags, blobId, born, modified } = row;
  const about = { id, folder, parentId, class: row.class, name, kind, url, tags, blobId, born };
  return {
    ...about,
    ...(modified !== undefined && { modified }),
    ...(isTrashItem(row) && {
      deleted: { date: deletedAt(row.trashed).toISOString(), from: row.trash.path },
    }),
  };
};

interface TreeForm<E> {
  entryOf: EntryOf<E>;
  sizes: typeof ofDownload;
  /** Lists the elements behind the folder, with all that they hold. */
  deleted?: AsyncIterable<CatalogRow[]> | undefined;
  /** Left out, with all that they hold. */
  gone?: ReadonlySet<ElementId>;
  last?: AsyncIterable<E[]> | undefined;
}

async function* linesOf<E>(
  reader: CatalogSurvey,
  folderId: ElementId,
  form: TreeForm<E>,
  close: () => Promise<void>,
): AsyncGenerator<E[] | { end: number }> {
  let entries = 0;
  try {
    for await (const page of treePages(reader, folderId, form)) {
      entries += page.length;
      if (page.length > 0) yield page;
    }
    yield { end: entries };
  } finally {
    await close();
  }
}

async function* treePages<E>(
  reader: CatalogSurvey,
  folderId: ElementId,
  { entryOf, sizes, deleted, gone = new Set(), last }: TreeForm<E>,
): AsyncGenerator<E[]> {
  let folders = 0;
  const waiting: PendingFolder[] = [{ id: folderId, number: 0 }];
  const pageOf = (rows: readonly CatalogRow[], numberOf: (row: CatalogRow) => number): E[] => {
    const page: E[] = [];
    for (const row of rows) {
      const entry = gone.has(row.id) ? null : entryOf(row, numberOf(row));
      if (entry === null) continue;
      if (row.class === 'folder') waiting.push({ id: row.id, number: (folders += 1) });
      page.push(entry);
    }
    return page;
  };
  /** Depth first, so that few folders wait at a time. */
  async function* pagesOf(): AsyncGenerator<E[]> {
    while (waiting.length > 0) {
      const group = waiting.splice(-sizes.folders);
      const numbers = new Map(group.map(({ id, number }) => [id, number]));
      for await (const rows of childrenIn(reader, [...numbers.keys()], sizes))
        yield pageOf(ofOneFolderEach(rows), ({ parentId }) => numbers.get(parentId) ?? 0);
    }
  }
  yield* pagesOf();
  for await (const rows of deleted ?? []) {
    yield pageOf(rows, () => 0);
    yield* pagesOf();
  }
  yield* last ?? [];
}

const ofOneFolderEach = (rows: readonly CatalogRow[]): CatalogRow[] =>
  [...Map.groupBy(rows, ({ parentId }) => parentId).values()].flat();
