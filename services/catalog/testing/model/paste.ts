import { ok, refuseIf, type Command, type Outcome } from './commands.js';
import { isBuiltIn, toLimbo } from './elements.js';
import { fold } from './samples.js';
import { toTrash } from './trash.js';
import * as tree from './shelf.js';
import type { Entry, Shelf } from './shelf.js';

type Paste = Extract<Command, { do: 'cut' | 'copy' }>;

export function paste(shelf: Shelf, { do: action, refs, where }: Paste): Outcome {
  refuseIf(refs.some(isBuiltIn), 'default.locked');
  const target = tree.openFolder(shelf, where);
  const { roots } = tree.selectedOf(shelf, refs);
  refuseIf(roots.length === 0, 'element.not-found');
  refuseIf(
    roots.some((entry) => tree.isCopying(shelf, entry)),
    'folder.copying',
  );
  refuseIf(
    roots.some((entry) => tree.isFolder(entry) && target.path.startsWith(entry.path)),
    'paste.into-itself',
  );
  const atHome = ({ path }: Entry) => tree.parentPath(path) === target.path;
  refuseIf(roots.every(atHome), 'paste.same-folder');
  const { coming, warnings } = comingTo(shelf, target, roots, atHome);
  if (action === 'cut') move(shelf, target, roots, coming);
  else copy(shelf, target, roots, coming);
  return ok(coming.length, warnings);
}

function comingTo(shelf: Shelf, target: Entry, roots: readonly Entry[], atHome: (entry: Entry) => boolean) {
  const names = new Set<string>();
  const coming: Entry[] = [];
  const warnings: string[] = [];
  for (const entry of roots) {
    const path = tree.pathIn(target, entry.name, entry.kind);
    if (atHome(entry)) warnings.push(`paste.same-folder ${entry.name}`);
    else if (names.has(path) || tree.isTaken(shelf, path)) warnings.push(`name.exists ${entry.name}`);
    else {
      names.add(path);
      coming.push(entry);
    }
  }
  return { coming, warnings };
}

function move(shelf: Shelf, target: Entry, roots: readonly Entry[], coming: readonly Entry[]): void {
  const depth = tree.depthOf(target.path);
  // What comes to stand no deeper than it stood was not too deep there.
  const deeper = roots.filter((entry) => tree.isFolder(entry) && tree.depthOf(entry.path) <= depth);
  const tooDeep = deeper.length > 0 && depth + tree.levelsBelow(shelf, deeper) + 2 > tree.maxDepth;
  refuseIf(coming.some(tree.isFolder) && tooDeep, 'depth.exceeded');
  for (const entry of coming) tree.moveTo(shelf, entry, tree.pathIn(target, entry.name, entry.kind));
}

function copy(shelf: Shelf, target: Entry, roots: readonly Entry[], coming: readonly Entry[]): void {
  const inside = roots.flatMap((entry) => tree.below(shelf, entry));
  const isLarge = roots.length + inside.length > tree.maxAtOnce;
  const all = coming.flatMap((entry) => [entry, ...tree.below(shelf, entry)]);
  const depth = tree.depthOf(target.path);
  if (isLarge) {
    const folders = coming.filter(tree.isFolder);
    const deepest = depth + tree.levelsBelow(shelf, folders) + 2;
    refuseIf(folders.length > 0 && deepest > tree.maxDepth, 'depth.exceeded');
  } else
    for (const entry of coming) {
      const own = [entry, ...tree.below(shelf, entry)].map(({ path }) => tree.depthOf(path));
      refuseIf(depth + 1 + Math.max(...own) - tree.depthOf(entry.path) > tree.maxDepth, 'depth.exceeded');
    }
  const bytes = (entries: readonly Entry[]) => entries.reduce((sum, { size }) => sum + size, 0);
  tree.needRoom(shelf, bytes(all));
  const pairs = coming.map((from) => ({ from, to: copyEntry(shelf, from, target.path) }));
  const folders = pairs.filter(({ from }) => tree.isFolder(from));
  if (!isLarge) fill(shelf, folders);
  else if (folders.length > 0) {
    for (const { to } of folders) to.copying = true;
    shelf.long = { kind: 'copy', pairs: folders, reserved: bytes(all) - bytes(coming) };
  }
}

function copyEntry(shelf: Shelf, from: Entry, parent: string): Entry {
  const path = parent + fold(from.name) + (tree.isFolder(from) ? '/' : '');
  return tree.put(shelf, { ...from, tags: [...from.tags], path, ...fresh(shelf) });
}

/** A copy begins without a history. */
function fresh({ steps: since }: Shelf): Partial<Entry> {
  return { opened: 0, copying: false, since, label: null, versions: [] };
}

function fill(shelf: Shelf, pairs: readonly { from: Entry; to: Entry }[]): void {
  for (const { from, to } of pairs)
    for (const each of tree.below(shelf, from))
      copyEntry(shelf, each, to.path + tree.parentPath(each.path).slice(from.path.length));
}

/** A large command goes on to its end. */
export function carry(shelf: Shelf): Outcome {
  const { long } = shelf;
  shelf.long = null;
  if (long?.kind === 'delete' && long.toTrash) toTrash(shelf, long.roots);
  else if (long?.kind === 'delete') for (const { entry } of long.roots) tree.drop(shelf, entry);
  if (long?.kind === 'copy') {
    fill(shelf, long.pairs);
    for (const { to } of long.pairs) to.copying = false;
  }
  return ok();
}

/** A large command of which nothing is done yet ends. */
export function cancel(shelf: Shelf): Outcome {
  const { long } = shelf;
  refuseIf(long === null, 'process.not-found');
  if (long?.kind === 'copy') {
    const made = long.pairs.map(({ to }) => to).filter((entry) => tree.isThere(shelf, entry));
    for (const entry of made) entry.copying = false;
    shelf.long = null;
    toLimbo(shelf, made);
    return ok(0);
  }
  shelf.long = null;
  const roots = long?.roots ?? [];
  const levels = tree.levelsBelow(
    shelf,
    roots.map(({ entry }) => entry),
  );
  for (const { entry, home } of roots) comeBack(shelf, entry, home, levels);
  return ok(roots.length);
}

function comeBack(shelf: Shelf, entry: Entry, home: Entry, levels: number): void {
  const fits = tree.isThere(shelf, home) && tree.depthOf(home.path) + levels + 2 <= tree.maxDepth;
  const folder = fits ? home : shelf.root;
  tree.comeTo(shelf, entry, folder);
}
