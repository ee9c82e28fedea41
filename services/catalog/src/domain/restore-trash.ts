import { DomainError, limboId, limits, ROOT_ID, type ElementId, type KeptSum } from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import type { CatalogRow } from './catalog-row.js';
import { placeBefore } from './delete-elements.js';
import { differenceOf, linkSize, type Decision, type DecisionContext } from './decision.js';
import { FreeNames } from './free-names.js';
import { pathOf } from './target-folder.js';
import { addedDeltas, intoTrash, sumOf, type TrashItem, type TrashRow } from './trash.js';

/** A folder that is there, and those below it that must be made. */
export interface Place {
  folderId: ElementId;
  path: string;
  depth: number;
  missing: readonly string[];
}

export interface Returning extends TrashRow {
  place: Place;
  /** Default: its own name and tags. */
  as?: Pick<CatalogRow, 'name' | 'nameKey' | 'tags'>;
  /** The sum of all that it holds; null: it is not counted, so that its bytes are still in use. */
  sum: KeptSum | null;
  /** The elements in it that no word finds. */
  below: readonly CatalogRow[];
}

export interface RestoreSlice {
  returning: readonly Returning[];
  /** Folders below each other in what comes back. */
  levels: number;
  /** Format: `<parent> <class> <name>`. */
  taken: ReadonlySet<string>;
  /** All of it to where it was, under its name, or nothing: for undo. */
  exact: boolean;
}

export interface Restored {
  ids: ElementId[];
  /** Of their folders, to show them. */
  paths: Record<string, string>;
}

/** A taken name gets a number. Deleted folders are made again where they are missing. */
export function decideRestoreTrash(
  { returning, levels, taken, exact }: RestoreSlice,
  { newId }: Pick<DecisionContext, 'newId'>,
): Decision<Restored> {
  const made = new MadeFolders(newId);
  const names = new FreeNames(taken, exact ? 'skip' : 'number');
  const depths: number[] = [];
  // All of them first: what comes back to the same name gets a number.
  const parents = returning.map(({ place }) => made.at(place));
  for (const folder of made.folders) names.give({ class: 'folder', ...folder }, `${folder.parentId} `);
  const restored = returning.map(({ row, place, as }, index) => {
    const parentId = parents[index] ?? ROOT_ID;
    const free = names.take({ ...row, ...as }, `${parentId} `);
    if (!free) throw new DomainError(exact ? 'name.exists' : 'selection.too-large', { field: 'ids' });
    depths.push(place.depth + place.missing.length + 1 + levels);
    const { name, nameKey } = free;
    const isLink = row.class === 'item' && row.url !== null;
    const size = isLink ? linkSize(name, row.url ?? '') : row.size;
    const { tags } = as ?? row;
    return { id: row.id, parentId, name, nameKey, tags, size, before: placeBefore(row) };
  });
  const answer = { ids: restored.map(({ id }) => id), paths: made.paths };
  const rows = returning.map(({ row }) => row);
  const after = rows.map((row, index) => ({ ...row, size: restored[index]?.size ?? 0 }));
  const back = returning.flatMap(({ sum }) => (sum ? [intoTrash(sum, -1)] : []));
  const folders = { used: 0, count: made.folders.length, byKind: {} };
  const event = {
    type: 'catalog.deletion.cancelled' as const,
    process: returning[0] ? processOf(returning[0].item) : '',
    restored,
    delta: addedDeltas([...back, differenceOf(after, rows), folders]),
    trash: {
      folders: made.folders,
      below: returning.flatMap(({ below }) => below.map(({ id, name, tags }) => ({ id, name, tags }))),
      changed: changedItems(returning),
    },
  };
  if (JSON.stringify(event).length > limits.maxEventBytes)
    throw new DomainError('selection.too-large', { field: 'ids' });
  return { event, answer, bounds: { depth: Math.max(...depths) } };
}

/** The deletion that brought it into the trash. */
const processOf = ({ id, parentId }: TrashItem): string =>
  parentId.slice(limboId('', id).length - id.length - 1, -id.length - 1);

/** Elements that stay in the trash without what was taken out of them. */
function changedItems(returning: readonly Returning[]): { id: ElementId; kept: KeptSum | null }[] {
  const left = new Map<ElementId, { item: TrashItem; kept: KeptSum | null }>();
  for (const { row, item, sum } of returning) {
    if (row.id === item.id) continue;
    const { kept } = left.get(item.id) ?? { kept: item.kept ?? null };
    left.set(item.id, { item, kept: kept && sum && sumOf(kept, sum, -1) });
  }
  return [...left].map(([id, { kept }]) => ({ id, kept }));
}

class MadeFolders {
  readonly folders: { id: ElementId; parentId: ElementId; name: string; nameKey: string; tags: string[] }[] =
    [];
  readonly paths: Record<string, string> = {};
  private readonly known = new Map<string, ElementId>();

  constructor(private readonly newId: () => string) {}

  at({ folderId, path, missing }: Place): ElementId {
    let parentId = folderId;
    let names = path.split('/').filter((name) => name !== '');
    this.paths[parentId] = pathOf(names);
    for (const name of missing) {
      const key = `${parentId} ${nameKey(name)}`;
      const id = this.known.get(key) ?? this.make(parentId, name);
      this.known.set(key, id);
      names = [...names, name];
      parentId = id;
      this.paths[parentId] = pathOf(names);
    }
    return parentId;
  }

  private make(parentId: ElementId, name: string): ElementId {
    const id = this.newId() as ElementId;
    this.folders.push({ id, parentId, name, nameKey: nameKey(name), tags: [] });
    return id;
  }
}

export const atTheTop: Place = { folderId: ROOT_ID, path: '/', depth: 0, missing: [] };
