import { ok, refuseIf, type Command, type Outcome } from './commands.js';
import { fold } from './samples.js';
import * as tree from './shelf.js';
import type { Entry, Shelf, Trashed } from './shelf.js';

type Of<D extends Command['do']> = Extract<Command, { do: D }>;

/** Brings what is out of the tree, or is to leave it, into the trash. */
export function toTrash(shelf: Shelf, roots: readonly Omit<Trashed, 'homePath'>[]): void {
  const { trash } = shelf;
  if (!trash) return;
  const number = (shelf.deletions += 1);
  const idOf = new Map([...shelf.refs].map(([ref, entry]) => [entry, ref]));
  const inOrder = roots.toSorted((a, b) => ((idOf.get(a.entry) ?? '') < (idOf.get(b.entry) ?? '') ? -1 : 1));
  for (const [index, { entry, home }] of inOrder.entries()) {
    trash.push({ entry, home, homePath: namesOf(shelf, home) });
    tree.moveTo(
      shelf,
      entry,
      `trash-${number}-${index}/${fold(entry.name)}${tree.isFolder(entry) ? '/' : ''}`,
    );
  }
}

function namesOf(shelf: Shelf, folder: Entry): string {
  if (folder === shelf.root) return '/';
  const above = shelf.paths.get(tree.parentPath(folder.path)) ?? shelf.root;
  return `${namesOf(shelf, above)}${folder.name}/`;
}

const itemOf = ({ trash }: Shelf, entry: Entry): Trashed | undefined =>
  trash?.find(
    (item) => item.entry === entry || (tree.isFolder(item.entry) && entry.path.startsWith(item.entry.path)),
  );

const isKept = (shelf: Shelf, entry: Entry): boolean =>
  tree.isInTrash(entry) && shelf.paths.get(entry.path) === entry;

/** Takes the oldest versions, what was deleted first, and versions with a name, until so much more fits. */
export function giveWay(shelf: Shelf, more = 0): void {
  const isFull = () =>
    tree.usedBytes(shelf) + tree.reservedBytes(shelf) + tree.keptBytes(shelf) + more > shelf.quota;
  while (isFull() && dropOldest(shelf, false));
  while (shelf.trash?.length && isFull()) {
    const [item] = shelf.trash;
    const leaf = item && firstLeaf(shelf, item.entry);
    if (!leaf) return;
    shelf.paths.delete(leaf.path);
    if (leaf === item?.entry) shelf.trash.shift();
  }
  while (isFull() && dropOldest(shelf, true));
}

function dropOldest(shelf: Shelf, named: boolean): boolean {
  const all = tree.historyOf(shelf).filter(({ version }) => (version.label !== null) === named);
  const inOrder = all.toSorted(
    ({ version: one }, { version: other }) =>
      one.since - other.since || ((one.blob ?? '') < (other.blob ?? '') ? -1 : 1),
  );
  const [oldest] = inOrder;
  if (!oldest) return false;
  oldest.entry.versions = oldest.entry.versions.filter((each) => each !== oldest.version);
  return true;
}

const keyOf = ({ path }: Entry): string => path.replace(/\/$/, '').split('/').at(-1) ?? '';

/** Folders come before files, by name. */
function firstLeaf(shelf: Shelf, entry: Entry): Entry {
  const inside = tree.below(shelf, entry).filter(({ path }) => tree.parentPath(path) === entry.path);
  const [first] = inside.toSorted(
    (a, b) =>
      Number(tree.isFolder(b)) - Number(tree.isFolder(a)) ||
      Buffer.compare(Buffer.from(keyOf(a)), Buffer.from(keyOf(b))),
  );
  return first ? firstLeaf(shelf, first) : entry;
}

export function purge(shelf: Shelf, { refs }: Of<'purge'>): Outcome {
  const all = (shelf.trash ?? []).map(({ entry }) => entry);
  const chosen = refs?.flatMap((ref) => shelf.refs.get(ref) ?? []).filter((entry) => isKept(shelf, entry));
  refuseIf(chosen?.length === 0, 'trash.not-found');
  for (const entry of chosen ?? all) tree.drop(shelf, entry);
  shelf.trash = (shelf.trash ?? []).filter(({ entry }) => isKept(shelf, entry));
  return ok();
}

/** The nearest folder that is there, and the names below it that are not. */
interface Place {
  folder: Entry;
  missing: string[];
}

export function restore(shelf: Shelf, { refs, to, parents }: Of<'restore'>): Outcome {
  const chosen = [...new Set(refs)]
    .flatMap((ref) => shelf.refs.get(ref) ?? [])
    .filter((entry) => isKept(shelf, entry));
  const holds = (other: Entry, entry: Entry) =>
    other !== entry && tree.isFolder(other) && entry.path.startsWith(other.path);
  const entries = chosen.filter((entry) => !chosen.some((other) => holds(other, entry)));
  refuseIf(entries.length === 0, 'trash.not-found');
  const levels = tree.levelsBelow(shelf, entries);
  const target = to && tree.openFolder(shelf, to);
  refuseIf(
    Boolean(target) && tree.depthOf(target?.path ?? '/') + levels + 2 > tree.maxDepth,
    'depth.exceeded',
  );
  const places = entries.map((entry) => {
    if (target) return { folder: target, missing: [] };
    const place = formerPlace(shelf, entry);
    const wanted = parents ? place : { ...place, missing: [] };
    const fits = tree.depthOf(wanted.folder.path) + wanted.missing.length + levels + 2 <= tree.maxDepth;
    return fits ? wanted : { folder: shelf.root, missing: [] };
  });
  const homes = places.map(({ folder, missing }) =>
    missing.reduce((above, name) => folderIn(shelf, above, name), folder),
  );
  for (const [index, entry] of entries.entries()) {
    if (shelf.trash) shelf.trash = shelf.trash.filter((item) => item.entry !== entry);
    tree.comeTo(shelf, entry, homes[index] ?? shelf.root);
  }
  return ok(entries.length);
}

const folderIn = (shelf: Shelf, above: Entry, name: string): Entry => {
  const path = tree.pathIn(above, name, 'folder');
  return shelf.paths.get(path) ?? tree.put(shelf, tree.newEntry({ path, name, kind: 'folder' }));
};

function formerPlace(shelf: Shelf, entry: Entry): Place {
  let names: string[] = [];
  let at = entry;
  for (;;) {
    const item = itemOf(shelf, at);
    if (!item) throw new Error(`${at.path} is in no trash`);
    const inside: string[] = [];
    for (let up = at; up !== item.entry;) {
      up = shelf.paths.get(tree.parentPath(up.path)) ?? item.entry;
      inside.unshift(up.name);
    }
    names = [...inside, ...names];
    if (tree.isThere(shelf, item.home)) return descend(shelf, item.home, names);
    if (!isKept(shelf, item.home)) {
      const way = item.homePath.split('/').filter((name) => name !== '');
      return descend(shelf, shelf.root, [...way, ...names]);
    }
    names = [item.home.name, ...names];
    at = item.home;
  }
}

function descend(shelf: Shelf, from: Entry, names: readonly string[]): Place {
  if (tree.isCopying(shelf, from)) return { folder: shelf.root, missing: [...names] };
  let folder = from;
  for (const [index, name] of names.entries()) {
    const next = shelf.paths.get(tree.pathIn(folder, name, 'folder'));
    if (!next || next.copying) return { folder, missing: names.slice(index) };
    folder = next;
  }
  return { folder, missing: [] };
}
