import { Refused, type Where } from './commands.js';
import { fold } from './samples.js';

/**
 * The element at a path. Folders' paths end with `/`; an element that waits to be purged has a path that does not begin
 * with one.
 */
export interface Entry {
  path: string;
  name: string;
  kind: string;
  tags: string[];
  size: number;
  url: string | null;
  blob: string | null;
  thumbnail: boolean;
  confirm: boolean | null;
  opened: number;
  copying: boolean;
  /** Its content came at this step, and is kept under that name. */
  since: number;
  label: string | null;
  /** The contents before. */
  versions: Version[];
}

export type Version = Pick<Entry, 'size' | 'blob' | 'kind' | 'thumbnail' | 'confirm' | 'since' | 'label'>;

export interface Upload {
  folder: Entry;
  name: string;
  kind: string;
  size: number;
  /** It may take the place of a file of its name. */
  replaces: boolean;
  /** It keeps so much of the room. */
  room: number;
  /** Room and name are kept for it. */
  kept: boolean;
  /** How its admission came out. */
  outcome: string | null;
}

/** A large command under way. */
export type Long =
  | { kind: 'copy'; pairs: { from: Entry; to: Entry }[]; reserved: number }
  | { kind: 'delete'; roots: { entry: Entry; home: Entry }[]; toTrash: boolean };

/** An element of the trash. Its path, and those of what it holds, begin with `trash-`. */
export interface Trashed {
  entry: Entry;
  home: Entry;
  /** The path of that folder. */
  homePath: string;
}

/** A shelf as simple as it can be: a map of paths, and what the server called its elements. */
export interface Shelf {
  paths: Map<string, Entry>;
  root: Entry;
  refs: Map<string, Entry>;
  uploads: Map<string, Upload>;
  quota: number;
  long: Long | null;
  /** The first deleted first; null: what is deleted is gone. */
  trash: Trashed[] | null;
  deletions: number;
  steps: number;
}

export const maxDepth = 128;
export const maxAtOnce = 200;

const blank = {
  tags: [],
  size: 0,
  url: null,
  blob: null,
  thumbnail: false,
  confirm: null,
  opened: 0,
  copying: false,
  since: 0,
  label: null,
};
export const newEntry = (entry: Pick<Entry, 'path' | 'name' | 'kind'> & Partial<Entry>): Entry => ({
  ...blank,
  versions: [],
  ...entry,
});

export function emptyShelf(quota: number, hasTrash = false): Shelf {
  const root = newEntry({ path: '/', name: '', kind: 'folder' });
  return {
    paths: new Map(),
    root,
    refs: new Map([['root', root]]),
    uploads: new Map(),
    quota,
    long: null,
    trash: hasTrash ? [] : null,
    deletions: 0,
    steps: 0,
  };
}

export const isFolder = ({ path }: Entry): boolean => path.endsWith('/');
export const parentPath = (path: string): string =>
  path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);
export const pathIn = (folder: Entry, name: string, kind: string): string =>
  folder.path + fold(name) + (kind === 'folder' ? '/' : '');
export const depthOf = (path: string): number => path.split('/').length - (path.endsWith('/') ? 2 : 1);
export const bytesOf = (text: string): number => Buffer.byteLength(text);

/** It can be reached from the top. */
export const isThere = (shelf: Shelf, entry: Entry): boolean =>
  entry === shelf.root || (entry.path.startsWith('/') && shelf.paths.get(entry.path) === entry);

export function below(shelf: Shelf, entry: Entry): Entry[] {
  if (!isFolder(entry)) return [];
  return [...shelf.paths.values()].filter((each) => each !== entry && each.path.startsWith(entry.path));
}

/** It or a folder above it is being filled. */
export function isCopying(shelf: Shelf, entry: Entry, itself = true): boolean {
  for (let path = itself ? entry.path : parentPath(entry.path); path !== '/'; path = parentPath(path))
    if (shelf.paths.get(path)?.copying) return true;
  return false;
}

/** Brings an entry with all below it to another path. */
export function moveTo(shelf: Shelf, entry: Entry, path: string): void {
  const from = entry.path;
  const moved = [entry, ...below(shelf, entry)];
  for (const each of moved) shelf.paths.delete(each.path);
  for (const each of moved) {
    each.path = path + each.path.slice(from.length);
    shelf.paths.set(each.path, each);
  }
}

export function drop(shelf: Shelf, entry: Entry): void {
  for (const each of [entry, ...below(shelf, entry)]) shelf.paths.delete(each.path);
}

export function put(shelf: Shelf, entry: Entry): Entry {
  shelf.paths.set(entry.path, entry);
  return entry;
}

/** An upload keeps the name. */
export const isKept = (shelf: Shelf, path: string, except: Upload | null = null): boolean =>
  [...shelf.uploads.values()].some(
    (each) =>
      each !== except &&
      each.kept &&
      isThere(shelf, each.folder) &&
      pathIn(each.folder, each.name, each.kind) === path,
  );

export const isTaken = (shelf: Shelf, path: string, except: Entry | null = null): boolean => {
  const there = shelf.paths.get(path);
  return (there !== undefined && there !== except) || isKept(shelf, path);
};

const bytesIn = (entries: Iterable<Entry>, isCounted: (entry: Entry) => boolean): number =>
  [...entries].reduce((sum, entry) => sum + (isCounted(entry) ? entry.size : 0), 0);
export const isInTrash = ({ path }: Entry): boolean => path.startsWith('trash-');

export const usedBytes = ({ paths }: Shelf): number => bytesIn(paths.values(), (entry) => !isInTrash(entry));
export const historyOf = ({ paths }: Shelf): { entry: Entry; version: Version }[] =>
  [...paths.values()].flatMap((entry) => entry.versions.map((version) => ({ entry, version })));
const historyBytes = (shelf: Shelf): number =>
  historyOf(shelf).reduce((sum, { version }) => sum + version.size, 0);
export const keptBytes = (shelf: Shelf): number =>
  bytesIn(shelf.paths.values(), isInTrash) + historyBytes(shelf);

export const reservedBytes = ({ uploads, long }: Shelf): number =>
  [...uploads.values()].reduce((sum, { kept, room }) => sum + (kept ? room : 0), 0) +
  (long?.kind === 'copy' ? long.reserved : 0);

export const freeBytes = (shelf: Shelf): number =>
  Math.max(0, shelf.quota - usedBytes(shelf) - reservedBytes(shelf));

/** Refuses growth that does not fit. */
export function needRoom(shelf: Shelf, bytes: number): void {
  if (bytes > 0 && usedBytes(shelf) + reservedBytes(shelf) + bytes > shelf.quota)
    throw new Refused('space.exceeded');
}

export function folderAt(shelf: Shelf, where: Where): Entry {
  const found = 'ref' in where ? shelf.refs.get(where.ref) : folderByPath(shelf, where.path);
  if (!found || !isThere(shelf, found) || !isFolder(found)) throw new Refused('folder.not-found');
  return found;
}

export const folderByPath = (shelf: Shelf, path: string): Entry | undefined => {
  const folded = path.split('/').map(fold).join('/');
  return folded === '/' ? shelf.root : shelf.paths.get(folded.endsWith('/') ? folded : `${folded}/`);
};

/** A folder that something new may stand in. */
export function openFolder(shelf: Shelf, where: Where): Entry {
  const folder = folderAt(shelf, where);
  if (isCopying(shelf, folder)) throw new Refused('folder.copying');
  if (depthOf(folder.path) >= maxDepth) throw new Refused('depth.exceeded');
  return folder;
}

/** Of what a client names, what is there, in the server's order. */
export function selectedOf(shelf: Shelf, refs: readonly string[]): { selected: Entry[]; roots: Entry[] } {
  const selected = [...new Set(refs)]
    .flatMap((ref) => shelf.refs.get(ref) ?? [])
    .filter((entry) => entry !== shelf.root && isThere(shelf, entry));
  const inside = (entry: Entry) =>
    selected.some((other) => other !== entry && isFolder(other) && entry.path.startsWith(other.path));
  return { selected, roots: selected.filter((entry) => !inside(entry)) };
}

/** The first of `name`, `name (2)` … that nothing has. */
export function freeName(name: string, has: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? name : `${name} (${number})`;
    if (!has(wanted)) return wanted;
  }
}

/** The number of levels of folders below. */
export function levelsBelow(shelf: Shelf, roots: readonly Entry[]): number {
  return Math.max(
    0,
    ...roots.flatMap((entry) =>
      below(shelf, entry)
        .filter(isFolder)
        .map(({ path }) => depthOf(path) - depthOf(entry.path)),
    ),
  );
}

/** A taken name gets a number. */
export function comeTo(shelf: Shelf, entry: Entry, folder: Entry): void {
  const dot = entry.blob === null || entry.kind === 'text/plain' ? -1 : entry.name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [entry.name.slice(0, dot), entry.name.slice(dot)] : [entry.name, ''];
  const numbered = (name: string) => pathIn(folder, name + ending, entry.kind);
  const name = freeName(stem, (each) => isTaken(shelf, numbered(each))) + ending;
  moveTo(shelf, entry, pathIn(folder, name, entry.kind));
  entry.name = name;
  if (entry.url !== null && !isFolder(entry)) entry.size = bytesOf(name + entry.url);
}

/** Lists elements with their paths and bytes, to compare them. */
export function textOf(shelf: Shelf): string[] {
  const lines = [...shelf.paths.values()]
    .filter(({ path }) => path.startsWith('/'))
    .map((each) => lineOf(each));
  const trash = (shelf.trash ?? []).map(({ entry, homePath }) => {
    const all = [entry, ...below(shelf, entry)];
    return trashLine({
      name: entry.name,
      path: homePath,
      bytes: all.reduce((sum, { size }) => sum + size, 0),
      count: all.length,
    });
  });
  const sums = `used ${usedBytes(shelf)} reserved ${reservedBytes(shelf)} kept ${keptBytes(shelf)}`;
  return [...lines.toSorted(), ...trash.toSorted(), sums];
}

export const trashLine = (each: { name: string; path: string; bytes: number; count: number }): string =>
  JSON.stringify(['trash', each.path.split('/').map(fold).join('/'), each.name, each.bytes, each.count]);

export const lineOf = (
  each: Pick<Entry, 'path' | 'name' | 'kind' | 'tags' | 'size' | 'url' | 'confirm' | 'copying'> & {
    versions: readonly Pick<Version, 'size' | 'blob' | 'label'>[];
  },
): string =>
  JSON.stringify([
    each.path,
    each.name,
    each.kind,
    each.tags,
    each.size,
    each.url,
    each.confirm,
    each.copying,
    each.versions.map(({ size, blob, label }) => [blob, size, label]).toSorted(),
  ]);
