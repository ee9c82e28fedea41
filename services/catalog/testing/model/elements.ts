import { ok, refuseIf, Refused, type Command, type Outcome } from './commands.js';
import { fold, keptTags, list, video, type NameSample } from './samples.js';
import { toTrash } from './trash.js';
import * as tree from './shelf.js';
import type { Entry, Shelf } from './shelf.js';

type Of<D extends Command['do']> = Extract<Command, { do: D }>;

/** The limit of one event. */
const maxEventCharacters = 768 * 1024;

const nameOf = ({ kept, refused }: NameSample): string => {
  if (kept === undefined) throw new Refused(refused ?? 'name.required');
  return kept;
};

export function addFolder(shelf: Shelf, { where, name, tags }: Of<'folder'>): Outcome {
  const kept = nameOf(name);
  const folder = tree.openFolder(shelf, where);
  const path = tree.pathIn(folder, kept, 'folder');
  refuseIf(tree.isTaken(shelf, path), 'name.exists');
  tree.put(shelf, tree.newEntry({ path, name: kept, kind: 'folder', tags: keptTags(tags) }));
  return ok(1);
}

export function addLink(shelf: Shelf, { where, name, link, tags }: Of<'link'>): Outcome {
  const kept = nameOf(name);
  if (link.kept === undefined) throw new Refused(link.refused ?? 'url.invalid');
  const folder = tree.openFolder(shelf, where);
  const path = tree.pathIn(folder, kept, link.type);
  refuseIf(tree.isTaken(shelf, path), 'name.exists');
  const size = tree.bytesOf(kept + link.kept);
  tree.needRoom(shelf, size);
  const same = [...shelf.paths.values()].some(({ url, path: at }) => url === link.kept && at.startsWith('/'));
  tree.put(
    shelf,
    tree.newEntry({ path, name: kept, kind: link.type, tags: keptTags(tags), size, url: link.kept }),
  );
  return ok(1, same ? ['url.same'] : []);
}

/** The name that a file gets: the ending stays. */
function fileName(entry: Entry, { typed, file, refused }: NameSample): string {
  const dot = entry.name.lastIndexOf('.');
  const ending = dot > 0 && entry.kind !== 'text/plain' ? entry.name.slice(dot) : '';
  if (file === undefined && !(refused === 'name.too-long')) throw new Refused('name.required');
  const stem = file ?? typed;
  const name = stem.toLowerCase().endsWith(ending.toLowerCase()) && ending ? stem : stem + ending;
  refuseIf([...name].length > 255, 'name.too-long');
  return name;
}

export function edit(shelf: Shelf, { refs, name, tags, url }: Of<'edit'>): Outcome {
  refuseIf(new Set(refs).size !== 1, 'edit.only-one');
  refuseIf(refs.some(isBuiltIn), 'default.locked');
  const [entry] = tree.selectedOf(shelf, refs).selected;
  if (!entry) throw new Refused('element.not-found');
  refuseIf(url !== null && entry.url !== null && entry.url !== url, 'url.locked');
  return change(shelf, entry, name, tags);
}

function change(
  shelf: Shelf,
  entry: Entry,
  name: NameSample | null,
  tags: readonly string[] | null,
): Outcome {
  const typed = name === null || name.typed === entry.name ? null : name;
  const newName = typed === null ? entry.name : entry.blob ? fileName(entry, typed) : nameOf(typed);
  const newTags = tags === null ? entry.tags : keptTags(tags);
  if (newName === entry.name && sameTags(newTags, entry.tags)) return ok(0);
  refuseIf(tree.isCopying(shelf, entry), 'folder.copying');
  const path = tree.parentPath(entry.path) + fold(newName) + (tree.isFolder(entry) ? '/' : '');
  refuseIf(path !== entry.path && tree.isTaken(shelf, path, entry), 'name.exists');
  const isLink = !tree.isFolder(entry) && entry.url !== null;
  const size = isLink ? tree.bytesOf(newName + (entry.url ?? '')) : entry.size;
  tree.needRoom(shelf, size - entry.size);
  tree.moveTo(shelf, entry, path);
  Object.assign(entry, { name: newName, tags: newTags, size });
  return ok(1);
}

const sameTags = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
export const isBuiltIn = (ref: string): boolean => ref.startsWith('default:');

export function editPath(shelf: Shelf, { from, to, name }: Of<'edit-path'>): Outcome {
  refuseIf(from === '/', 'folder.not-found');
  refuseIf(fold(tree.parentPath(from)) !== fold(to), 'input.invalid');
  const kept = nameOf(name);
  const entry = tree.folderByPath(shelf, from);
  if (entry) return change(shelf, entry, { typed: kept, kept }, null);
  refuseIf(!tree.folderByPath(shelf, `${to}${kept}/`), 'folder.not-found');
  return ok(0);
}

export function remove(shelf: Shelf, { refs, forever }: Of<'delete'>): Outcome {
  refuseIf(refs.some(isBuiltIn), 'default.locked');
  const { selected, roots } = tree.selectedOf(shelf, refs);
  refuseIf(
    roots.some((entry) => tree.isCopying(shelf, entry, false)),
    'folder.copying',
  );
  const all = roots.length + roots.flatMap((entry) => tree.below(shelf, entry)).length;
  const homeOf = ({ path }: Entry) => tree.folderByPath(shelf, tree.parentPath(path)) ?? shelf.root;
  const hasTrash = shelf.trash !== null && !forever;
  if (all > tree.maxAtOnce) toLimbo(shelf, roots, hasTrash);
  else if (hasTrash) {
    const items = roots.map((entry) => ({ entry, home: homeOf(entry) }));
    toTrash(shelf, items);
  } else for (const entry of roots) tree.drop(shelf, entry);
  return ok(selected.length);
}

/** Out of the tree, but not gone yet. */
export function toLimbo(shelf: Shelf, roots: readonly Entry[], hasTrash = false): void {
  const homes = roots.map((entry) => tree.folderByPath(shelf, tree.parentPath(entry.path)) ?? shelf.root);
  for (const [index, entry] of roots.entries())
    tree.moveTo(shelf, entry, `limbo-${index}${entry.path.slice(tree.parentPath(entry.path).length - 1)}`);
  const placed = roots.map((entry, index) => ({ entry, home: homes[index] ?? shelf.root }));
  shelf.long = { kind: 'delete', roots: placed, toTrash: hasTrash };
}

export function addPlaylist(shelf: Shelf, { where, name, titles, url, wrong }: Of<'playlist'>): Outcome {
  const kept = nameOf(name);
  const seen = titles.filter((title) => title.toLowerCase() !== 'private video');
  refuseIf(wrong && seen.length > 0, 'video.wrong-url');
  refuseIf(seen.length === 0, 'playlist.empty');
  refuseIf(url !== list, 'playlist.wrong-url');
  const folder = tree.openFolder(shelf, where);
  const path = tree.pathIn(folder, kept, 'folder');
  refuseIf(tree.isTaken(shelf, path), 'name.exists');
  refuseIf(tree.depthOf(folder.path) + 2 > tree.maxDepth, 'depth.exceeded');
  const found: string[] = [];
  for (const title of seen) found.push(tree.freeName(title, (each) => found.map(fold).includes(fold(each))));
  const address = video.typed;
  tree.needRoom(
    shelf,
    found.reduce((sum, each) => sum + tree.bytesOf(each + address), 0),
  );
  tree.put(shelf, tree.newEntry({ path, name: kept, kind: 'folder', url }));
  for (const each of found) {
    const size = tree.bytesOf(each + address);
    tree.put(
      shelf,
      tree.newEntry({ path: path + fold(each), name: each, kind: 'youtube', url: address, size }),
    );
  }
  return ok(seen.length);
}

export function tag(shelf: Shelf, { refs, add, remove: gone }: Of<'tag'>): Outcome {
  refuseIf(refs.some(isBuiltIn), 'default.locked');
  const { selected, roots } = tree.selectedOf(shelf, refs);
  refuseIf(selected.length === 0, 'element.not-found');
  refuseIf(
    roots.some((entry) => tree.isCopying(shelf, entry)),
    'folder.copying',
  );
  const without = keptTags(gone);
  const changed = selected
    .map((entry) => ({
      entry,
      tags: keptTags([...entry.tags.filter((each) => !without.includes(each)), ...add]),
    }))
    .filter(({ entry, tags }) => !sameTags(tags, entry.tags));
  const taken = changed.filter(({ tags }) => tags.length <= 50);
  const warnings = changed.flatMap(({ entry, tags }) =>
    tags.length > 50 ? [`tags.too-many ${entry.name}`] : [],
  );
  const idOf = new Map(refs.map((ref) => [shelf.refs.get(ref), ref]));
  const written = taken.map(({ entry, tags }) => ({ id: idOf.get(entry), name: entry.name, tags }));
  refuseIf(JSON.stringify(written).length > maxEventCharacters, 'selection.too-large');
  for (const { entry, tags } of taken) entry.tags = tags;
  return ok(taken.length, warnings);
}

export function retag(shelf: Shelf, from: string, to: string | null): Outcome {
  const [[tagged], [wanted]] = [keptTags([from]), keptTags(to === null ? [] : [to])];
  refuseIf(tagged === undefined || (to !== null && wanted === undefined), 'name.required');
  if (tagged === wanted) return ok(0);
  const having = [...shelf.paths.values()].filter(({ tags }) => tags.includes(tagged ?? ''));
  for (const entry of having)
    entry.tags = keptTags(entry.tags.flatMap((each) => (each === tagged ? (wanted ?? []) : each)));
  return ok(Math.min(having.length, tree.maxAtOnce));
}

export function confirm(shelf: Shelf, { ref, confirm: sure }: Of<'confirm'>): Outcome {
  refuseIf(isBuiltIn(ref), 'default.locked');
  const [entry] = tree.selectedOf(shelf, [ref]).selected;
  if (!entry) throw new Refused('element.not-found');
  if (entry.blob === null || entry.confirm === sure) return ok(0);
  refuseIf(sure && !entry.thumbnail, 'input.invalid');
  refuseIf(tree.isCopying(shelf, entry), 'folder.copying');
  entry.confirm = sure;
  return ok(1);
}

export function open(shelf: Shelf, { ref }: Of<'open'>): Outcome {
  const [entry] = tree.selectedOf(shelf, [ref]).selected;
  if (!entry) throw new Refused('element.not-found');
  return ok((entry.opened += 1));
}
