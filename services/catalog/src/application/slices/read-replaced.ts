import type { ElementId, UploadId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { UploadConflict } from '../../domain/free-names.js';
import { isAtLimit, type Replacing } from '../../domain/replace-file.js';
import { pathOf } from '../../domain/target-folder.js';
import { isFile, isVersion, versionPrefix, type FileRow, type VersionRow } from '../../domain/versions.js';
import { readAncestors, walkUp, type Folder, type Reader } from './read-folder.js';

interface Sent {
  uploadId: UploadId;
  nameKey: string;
  replaces?: ElementId | undefined;
}

/** The files that uploads replace: those named, else, where that is asked for, those of the same name. */
export async function readReplaced(
  reader: Reader,
  place: Folder,
  files: readonly Sent[],
  conflict: UploadConflict,
): Promise<Map<UploadId, Replacing>> {
  const named = files.filter(({ replaces }) => replaces !== undefined);
  const byName = conflict === 'replace' ? files.filter(({ replaces }) => replaces === undefined) : [];
  const rows = await readNamed(reader, named);
  const same = byName.length === 0 ? [] : await readSame(reader, place, byName);
  const found = new Map<UploadId, Replacing>();
  for (const { uploadId, replaces } of named) {
    const target = rows.get(replaces as ElementId);
    if (target) found.set(uploadId, target);
  }
  for (const { uploadId, nameKey } of byName) {
    const row = same.find((each) => each.nameKey === nameKey);
    if (row) found.set(uploadId, { row, path: place.path, versions: await versionsAtLimit(reader, row) });
  }
  return found;
}

async function readSame(reader: Reader, { folderId }: Folder, files: readonly Sent[]): Promise<FileRow[]> {
  const nameKey = { in: [...new Set(files.map((each) => each.nameKey))] };
  return (await reader.find({ parentId: folderId, class: 'item', nameKey })).filter(isFile);
}

/** Wherever they are, unless in the trash or in a folder that is being filled. */
async function readNamed(reader: Reader, files: readonly Sent[]): Promise<Map<ElementId, Replacing>> {
  const ids = [...new Set(files.map(({ replaces }) => replaces as ElementId))];
  const rows = ids.length === 0 ? [] : (await reader.find({ id: { in: ids } })).filter(isFile);
  const folders = await readAncestors(reader, rows);
  const found = new Map<ElementId, Replacing>();
  for (const row of rows) {
    const above = walkUp(row, folders)?.map((id) => folders.get(id));
    if (!above || above.some((folder) => folder?.copying)) continue;
    const path = pathOf(above.map((folder) => folder?.name ?? '').toReversed());
    found.set(row.id, { row, path, versions: await versionsAtLimit(reader, row) });
  }
  return found;
}

/** Only the replacement of a file with many versions has to know them. */
const versionsAtLimit = async (reader: Reader, row: FileRow): Promise<VersionRow[]> =>
  isAtLimit(row) ? readVersions(reader, [row]) : [];

/** The earlier contents of these files, file by file. */
export async function readVersions(reader: Reader, rows: readonly CatalogRow[]): Promise<VersionRow[]> {
  const found: CatalogRow[] = [];
  for (const { id, versions = 0 } of rows)
    if (versions > 0) found.push(...(await reader.find({ id: { prefix: versionPrefix(id) } })));
  return found.filter(isVersion);
}
