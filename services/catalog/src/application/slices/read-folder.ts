import { ROOT_ID, type ElementId, limits, type ElementClass, type UploadId } from '@skyshelf/contracts';
import { couldBeName, nameKey } from '@skyshelf/contracts/rules';
import type { RowReader } from '@skyshelf/event-store';
import type { CatalogSide } from '../catalog.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { type DriveRoom, reservesName, type Reservation } from '../../domain/drive-room.js';
import { pathOf, segmentsOf, type TargetFolder } from '../../domain/target-folder.js';

export type Reader = RowReader<CatalogRow, CatalogSide, DriveRoom>;

/** An id wins over a path. */
export interface FolderAddress {
  url: string;
  folderId?: string;
}

export type Folder = Omit<TargetFolder, 'taken'>;

/** A missing one has `chain: null`. */
export async function readFolder(reader: Reader, { url, folderId }: FolderAddress): Promise<Folder> {
  if (folderId !== undefined)
    return folderOf(folderId, folderId === ROOT_ID ? [] : await reader.ancestors(folderId));
  const chain = await walkDown(reader, url);
  return folderOf(chain?.[0]?.id ?? ROOT_ID, chain);
}

function folderOf(id: string, chain: CatalogRow[] | null): Folder {
  const isFolder = chain !== null && chain.every((row) => row.class === 'folder');
  const names = isFolder ? chain.map(({ name }) => name).toReversed() : [];
  return {
    folderId: (isFolder ? id : nowhere) as ElementId,
    chain: isFolder ? chain : null,
    path: pathOf(names),
  };
}

/** The last one first; null when a segment is missing. */
async function walkDown(reader: Reader, path: string): Promise<CatalogRow[] | null> {
  const chain: CatalogRow[] = [];
  let parentId = ROOT_ID;
  for (const segment of segmentsOf(path) ?? [nowhere]) {
    if (!couldBeName(segment)) return null;
    const [folder] = await reader.find(
      { parentId, class: 'folder', nameKey: nameKey(segment) },
      { limit: 1 },
    );
    if (!folder) return null;
    chain.unshift(folder);
    parentId = folder.id;
  }
  return chain;
}

/** No folder has this id and name. */
const nowhere = '';

/** Level by level: few reads. */
export async function readAncestors(
  reader: Reader,
  rows: readonly CatalogRow[],
): Promise<Map<ElementId, CatalogRow>> {
  const known = new Map(rows.filter((row) => row.class === 'folder').map((row) => [row.id, row]));
  let level: readonly CatalogRow[] = rows;
  for (let depth = 0; depth < limits.maxDepth; depth += 1) {
    const wanted = [...new Set(level.map(({ parentId }) => parentId))].filter(
      (id) => id !== ROOT_ID && !known.has(id),
    );
    if (wanted.length === 0) break;
    level = await reader.find({ id: { in: wanted } });
    for (const row of level) known.set(row.id, row);
  }
  return known;
}

/** Nearest first; null when they don't lead to the root. */
export function walkUp(row: CatalogRow, folders: ReadonlyMap<ElementId, CatalogRow>): ElementId[] | null {
  const above: ElementId[] = [];
  let { parentId } = row;
  while (parentId !== ROOT_ID) {
    const folder = folders.get(parentId);
    if (!folder || above.length >= limits.maxDepth) return null;
    above.push(parentId);
    ({ parentId } = folder);
  }
  return above;
}

export const addressIn = ({
  url,
  folderId,
}: {
  url: string;
  folderId?: string | undefined;
}): FolderAddress => ({
  url,
  ...(folderId !== undefined && { folderId }),
});

interface WantedName {
  class: ElementClass;
  nameKey: string;
  now: Date;
  exceptElement?: ElementId;
  /** The upload itself does not count as a conflict. */
  exceptUpload?: UploadId;
}

export async function readTargetFolder(
  reader: Reader,
  address: FolderAddress,
  wanted: WantedName,
): Promise<TargetFolder> {
  const folder = await readFolder(reader, address);
  return { ...folder, taken: folder.chain !== null && (await isTaken(reader, folder.folderId, wanted)) };
}

export const searchForName = (parentId: ElementId, wanted: Pick<WantedName, 'class' | 'nameKey'>) => ({
  parentId,
  class: wanted.class,
  nameKey: wanted.nameKey,
});

export async function isTaken(reader: Reader, parentId: ElementId, wanted: WantedName): Promise<boolean> {
  const rows = await reader.find(searchForName(parentId, wanted), { limit: 2 });
  if (rows.some(({ id }) => id !== wanted.exceptElement)) return true;
  // Every reservation keeps room as well: no room reserved, no names.
  if (wanted.class === 'folder' || reader.state().reserved === 0) return false;
  const kept = await reader
    .side<Reservation>('reservations')
    .find({ folderId: parentId, nameKey: wanted.nameKey });
  return reservesName(kept, wanted.now, wanted.exceptUpload);
}
