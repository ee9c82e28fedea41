import { FolderNames, safeName } from '../../domain/archive/entry-names.js';
import type { NamedEntry } from './listing.js';
import type { FolderTree } from './shown-files.js';

/** A folder on the way to an entry: its ancestors are shared, so that a deep tree takes no more memory than its names. */
interface Way {
  above: Way | null;
  name: string;
}

/** What the archive of a whole drive is called, and the folder in it. */
export const DRIVE_NAME = 'Skyshelf';

/** The entries of an archive that holds a folder with all below it: the folder first, each under a name that is safe to unpack. */
export async function* treePaths({ top, entries: tree }: FolderTree): AsyncGenerator<NamedEntry[]> {
  const name = safeName(top?.name ?? DRIVE_NAME);
  const folders: Way[] = [{ above: null, name }];
  yield [{ path: `${name}/`, blobId: null, modified: top?.born ?? 0 }];
  let [current, names, path] = [-1, new FolderNames(), ''];
  for await (const page of tree) {
    const entries: NamedEntry[] = [];
    for (const { folder, name: given, blobId, born } of page) {
      const way = folders[folder];
      if (!way) throw new Error(`Catalog told what is in folder ${folder} before it told of the folder.`);
      if (folder !== current) [current, names, path] = [folder, new FolderNames(), pathOf(way)];
      const taken = names.take(given);
      if (blobId === null) folders.push({ above: way, name: taken });
      entries.push({ path: `${path}${taken}${blobId === null ? '/' : ''}`, blobId, modified: born });
    }
    yield entries;
  }
}

/** The entries of an archive of single files. */
export function filePaths(
  files: readonly { name: string; blobId: NamedEntry['blobId']; born: number }[],
): NamedEntry[] {
  const names = new FolderNames();
  return files.map(({ name, blobId, born }) => ({ path: names.take(name), blobId, modified: born }));
}

function pathOf(way: Way): string {
  let path = '';
  for (let each: Way | null = way; each; each = each.above) path = `${each.name}/${path}`;
  return path;
}
