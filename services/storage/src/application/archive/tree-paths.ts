import { FolderNames, safeName } from '../../domain/archive/entry-names.js';
import type { NamedEntry } from './listing.js';
import type { FolderTree } from '../ports.js';

/** Ancestors are shared: a deep tree takes no more memory than its names. */
interface FolderNode {
  parent: FolderNode | null;
  name: string;
}

export const DRIVE_NAME = 'Skyshelf';

/** Names are safe to unpack. */
export class TreePaths {
  private readonly folders: FolderNode[];
  private current = -1;
  private names = new FolderNames();
  private path = '';

  constructor(top: string) {
    this.folders = [{ parent: null, name: top }];
  }

  /** @param folder whose contents come together */
  next(folder: number, given: string, isFolder: boolean): string {
    const node = this.folders[folder];
    if (!node) throw new Error(`Catalog told what is in folder ${folder} before it told of the folder.`);
    if (folder !== this.current)
      [this.current, this.names, this.path] = [folder, new FolderNames(), pathOf(node)];
    const name = this.names.take(given);
    if (isFolder) this.folders.push({ parent: node, name });
    return `${this.path}${name}${isFolder ? '/' : ''}`;
  }
}

export async function* treePaths({ top, entries: tree }: FolderTree): AsyncGenerator<NamedEntry[]> {
  const name = safeName(top?.name ?? DRIVE_NAME);
  yield [{ path: `${name}/`, blobId: null, modified: top?.born ?? 0 }];
  const paths = new TreePaths(name);
  for await (const page of tree)
    yield page.map(({ folder, name: given, blobId, born }) => ({
      path: paths.next(folder, given, blobId === null),
      blobId,
      modified: born,
    }));
}

export function filePaths(
  files: readonly { name: string; blobId: NamedEntry['blobId']; born: number }[],
): NamedEntry[] {
  const names = new FolderNames();
  return files.map(({ name, blobId, born }) => ({ path: names.take(name), blobId, modified: born }));
}

function pathOf(node: FolderNode): string {
  let path = '';
  for (let each: FolderNode | null = node; each; each = each.parent) path = `${each.name}/${path}`;
  return path;
}
