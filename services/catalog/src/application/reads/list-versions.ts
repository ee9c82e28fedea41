import { DomainError, type ElementId, type FileVersion } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { contentOf, isFile, type FileRow, type VersionRow } from '../../domain/versions.js';
import type { Account, Catalog } from '../catalog.js';
import { elementView } from '../element-view.js';
import { readAncestors, type Reader } from '../slices/read-folder.js';
import { readMeant } from './hidden-files.js';
import { readVersions } from '../slices/read-replaced.js';

/** The present content comes first, then the earlier ones, the latest first. Of deleted files, too. */
export async function listVersions(
  catalog: Catalog,
  account: Account,
  id: string,
): Promise<{ docs: FileVersion[] }> {
  // Histories are the owner's: the route is closed to scopes.
  const reader = await catalog.store.reader(account.drive);
  const row = await readVersionedFile(reader, id);
  const versions = await readVersions(reader, [row]);
  const earlier = versions.toSorted((a, b) => (a.born < b.born ? 1 : -1));
  return { docs: [row, ...earlier].map((each) => versionView(row, each, account.sub)) };
}

/** @throws DomainError `element.not-found`: it is no file, or neither in the tree nor in the trash */
export async function readVersionedFile(reader: Reader, id: string): Promise<FileRow> {
  const rows = (await reader.find({ id: { in: [id as ElementId] } })).filter(isFile);
  const found = await readMeant(reader, rows, undefined);
  const [row] = found.length > 0 ? found : await readMeant(reader, rows, 'trash');
  if (!isFile(row)) throw new DomainError('element.not-found', { field: 'id' });
  return row;
}

/** @throws DomainError `element.not-found`, `folder.copying` */
export async function readLiveFile(
  reader: Reader,
  id: string,
): Promise<{ row: FileRow; folders: CatalogRow[] }> {
  const rows = (await reader.find({ id: { in: [id as ElementId] } })).filter(isFile);
  const [row] = await readMeant(reader, rows, undefined);
  if (!isFile(row)) throw new DomainError('element.not-found', { field: 'id' });
  const known = await readAncestors(reader, [row]);
  const folders: CatalogRow[] = [];
  for (let at = known.get(row.parentId); at; at = known.get(at.parentId)) folders.push(at);
  if (folders.some(({ copying }) => copying)) throw new DomainError('folder.copying', { field: 'id' });
  return { row, folders };
}

function versionView(file: FileRow, row: FileRow | VersionRow, user: string): FileVersion {
  // Its bytes come under the name that the file has now.
  const shown = elementView({ ...row, name: file.name }, '', user);
  const { linkurl, linktype, extension, source, size, width, height } = shown;
  const { thumbnailImage, thumbnailVideo, openElement } = shown;
  const { blobId, since, label, device = null } = contentOf(row);
  return {
    linkurl,
    linktype,
    extension,
    source,
    size,
    width,
    height,
    thumbnailImage,
    thumbnailVideo,
    openElement,
    version: blobId,
    date: since,
    device,
    name: label,
    current: row === file,
  };
}
