import { FolderNames } from './entry-names.js';
import type { ArchiveEntry } from './zip-records.js';

/** The entry is not yet looked up in storage. */
export type NamedEntry = Pick<ArchiveEntry, 'path' | 'blobId' | 'modified'>;

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
  /** Folders outside of the tree, by the names of those above. */
  private readonly outside = new Map<string, { node: FolderNode; names: FolderNames }>();

  constructor(top: string) {
    this.folders = [{ parent: null, name: top }];
  }

  /** @param folder whose contents come together */
  next(folder: number, given: string, isFolder: boolean): string {
    const node = this.folders[folder];
    if (!node) throw new Error(`Catalog listed the content of folder ${folder} before the folder.`);
    if (folder !== this.current) {
      this.current = folder;
      this.names = new FolderNames();
      this.path = pathOf(node);
    }
    const name = this.names.take(given);
    if (isFolder) this.folders.push({ parent: node, name });
    return `${this.path}${name}${isFolder ? '/' : ''}`;
  }

  /** The folders next to the tree's own may come in any order. What a folder holds follows by `next`. */
  below(way: readonly string[], given: string, isFolder: boolean): string {
    const { node, names } = this.folderAt(way);
    const name = names.take(given);
    if (isFolder) this.folders.push({ parent: node, name });
    return `${pathOf(node)}${name}${isFolder ? '/' : ''}`;
  }

  private folderAt(way: readonly string[]): { node: FolderNode; names: FolderNames } {
    const key = JSON.stringify(way);
    const known = this.outside.get(key);
    if (known) return known;
    const last = way.at(-1) ?? '';
    const above = way.length > 1 ? this.folderAt(way.slice(0, -1)) : null;
    const name = above ? above.names.take(last) : last;
    const made = { node: { parent: above?.node ?? null, name }, names: new FolderNames() };
    this.outside.set(key, made);
    return made;
  }
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
