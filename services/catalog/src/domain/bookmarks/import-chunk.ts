import { type CatalogEvent, type ElementId, ROOT_ID } from '@skyshelf/contracts';
import { type Bounds, growth, linkSize, shrinkage } from '../decision.js';
import { type CatalogRow, blobsOf } from '../catalog-row.js';
import { FreeNames } from '../free-names.js';
import type { ImportProcess } from '../long-process.js';
import { isNumberOf } from './bookmark-fields.js';
import { NO_NAME, type FolderEntry, type ImportEntry, type LinkEntry } from './plan-import.js';

/** Deterministic, so that a cancelled import finds what it has made. */
export const importedId = (process: string, index: number): ElementId => `${process}-${index}` as ElementId;

export interface FolderPosition {
  id: ElementId;
  /** It is 0 for the root. */
  depth: number;
  isNew: boolean;
}

export interface ImportChunkSlice {
  process: ImportProcess | null;
  /** A missing folder can't hold anything. */
  positions: ReadonlyMap<number, FolderPosition>;
  /** null: it is gone. */
  target: FolderPosition | null;
  sameAddress: readonly CatalogRow[];
  /** Format: `<parent> <class> <name>`. */
  taken: ReadonlySet<string>;
  numbers: ReadonlyMap<string, number>;
}

export interface RefusedBookmark {
  line: number;
  name: string;
  url: string;
  reason: string;
}

export interface ImportedChunk {
  /** Nothing is left to do. */
  over: boolean;
  process: ImportProcess | null;
  refused: RefusedBookmark[];
  numbers: ReadonlyMap<string, number>;
}

type Imported = Extract<CatalogEvent, { type: 'catalog.bookmarks.imported' }>;
type Decided = { event: Imported | null; answer: ImportedChunk; bounds?: Bounds };

const GONE = 'Its folder was deleted while bookmarks were imported.';

export const positionOf = (
  { within }: Pick<ImportEntry, 'within'>,
  { positions, target }: Pick<ImportChunkSlice, 'positions' | 'target'>,
): FolderPosition | null => {
  const parent = within.at(-1);
  return parent === undefined ? target : (positions.get(parent) ?? null);
};

/** Begins where the last one ended, or not at all: two at once do no harm. */
export function decideImportChunk(entries: readonly ImportEntry[], slice: ImportChunkSlice): Decided {
  const { process, target, numbers } = slice;
  if (!process || process.ending || process.done !== entries[0]?.index)
    return { event: null, answer: { over: true, process: null, refused: [], numbers } };
  if (!target) {
    const ended: ImportProcess = { ...process, ending: 'gone' };
    return { event: null, answer: { over: true, process: ended, refused: [], numbers } };
  }
  const made = new MadeElements(process.id, slice);
  for (const entry of entries) made.add(entry);
  const { folders, links, refused } = made;
  const delta = growth([...folders.map(() => ({ kind: 'folder', size: 0 })), ...links]);
  const { counts } = process;
  const next: ImportProcess = {
    ...process,
    chunk: process.chunk + 1,
    done: process.done + entries.length,
    open: openAfter(entries, slice),
    reserved: Math.max(0, process.reserved - delta.used),
    counts: {
      folders: counts.folders + folders.length,
      links: counts.links + links.length,
      present: counts.present + made.present,
      refused: counts.refused + refused.length,
    },
  };
  const answer = { over: false, process: next, refused, numbers: made.names.numbers };
  if (folders.length + links.length === 0) return { event: null, answer };
  const event: Imported = { type: 'catalog.bookmarks.imported', process: process.id, folders, links, delta };
  return { event, answer, bounds: { depth: made.depth } };
}

/** Folders that later entries may lie in. */
function openAfter(
  entries: readonly ImportEntry[],
  { positions }: Pick<ImportChunkSlice, 'positions'>,
): ImportProcess['open'] {
  const last = entries.at(-1);
  const indexes = last ? [...last.within, ...(last.kind === 'folder' ? [last.index] : [])] : [];
  return indexes.map((index) => ({ index, id: positions.get(index)?.id ?? null }));
}

class MadeElements {
  readonly folders: Imported['folders'] = [];
  readonly links: Imported['links'] = [];
  readonly refused: RefusedBookmark[] = [];
  readonly names: FreeNames;
  present = 0;
  depth = 0;
  private readonly known = new Map<string, string[]>();

  constructor(
    private readonly process: string,
    private readonly slice: ImportChunkSlice,
  ) {
    this.names = new FreeNames(slice.taken, 'number', slice.numbers);
    for (const { parentId, url, name } of slice.sameAddress) this.know(parentId, url ?? '', name);
  }

  add(entry: ImportEntry): void {
    const position = positionOf(entry, this.slice);
    if (entry.kind === 'refused') this.refuse(entry, entry.url, entry.reason);
    else if (entry.kind === 'folder') this.addFolder(entry, position);
    else if (position) this.addLink(entry, position);
    else this.refuse(entry, entry.link.url, GONE);
  }

  private addFolder(entry: FolderEntry, parent: FolderPosition | null): void {
    const position = this.slice.positions.get(entry.index);
    if (!position || !parent) return this.refuse(entry, '', GONE);
    if (!position.isNew) return void (this.present += 1);
    const { name, nameKey, date } = entry;
    this.depth = Math.max(this.depth, position.depth);
    this.folders.push({ id: position.id, parentId: parent.id, name, nameKey, tags: [], date });
  }

  private addLink(entry: LinkEntry, { id: parentId }: FolderPosition): void {
    const { link, tags, date, name: wanted } = entry;
    const known = this.known.get(`${parentId} ${link.url}`) ?? [];
    if (known.some((name) => isNumberOf(name, wanted))) return void (this.present += 1);
    const free = this.names.take({ class: 'item', name: wanted, extension: null }, `${parentId} `);
    if (!free) return this.refuse(entry, link.url, NO_NAME);
    const { name, nameKey } = free;
    this.know(parentId, link.url, name);
    const id = importedId(this.process, entry.index);
    this.links.push({ id, parentId, name, nameKey, tags, ...link, size: linkSize(name, link.url), date });
  }

  private know(parentId: string, url: string, name: string): void {
    const key = `${parentId} ${url}`;
    this.known.set(key, [...(this.known.get(key) ?? []), name]);
  }

  private refuse({ line, name }: Pick<ImportEntry, 'line' | 'name'>, url: string, reason: string): void {
    this.refused.push({ line, name, url, reason });
  }
}

interface TakeBackSlice {
  process: ImportProcess | null;
  rows: ReadonlyMap<ElementId, CatalogRow>;
  children: readonly CatalogRow[];
}

type Deleted = Extract<CatalogEvent, { type: 'catalog.elements.deleted' }>;

/** Last first: a folder's content comes before it. */
export const entriesBefore = (process: string, before: number, most: number): ElementId[] =>
  Array.from({ length: Math.min(before, most) }, (_, step) => importedId(process, before - 1 - step));

/** Folders in which others have put something stay. */
export function decideUndoImport(
  { process, rows, children }: TakeBackSlice,
  before: number,
  ids: readonly ElementId[],
): { event: Deleted | null; answer: { process: ImportProcess | null; removed: ElementId[] } } {
  if (!process || process.done !== before) return { event: null, answer: { process: null, removed: [] } };
  const inside = Map.groupBy(children, ({ parentId }) => parentId);
  const removed = new Set<ElementId>();
  for (const id of ids)
    if (rows.has(id) && (inside.get(id) ?? []).every((child) => removed.has(child.id))) removed.add(id);
  const gone = [...removed].flatMap((id) => rows.get(id) ?? []);
  const next = { ...process, chunk: process.chunk + 1, done: before - ids.length };
  const answer = { process: next, removed: [...removed] };
  if (gone.length === 0) return { event: null, answer };
  const roots = gone.filter(({ parentId }) => parentId === ROOT_ID || !removed.has(parentId));
  const event: Deleted = {
    type: 'catalog.elements.deleted',
    roots: roots.map(({ id, parentId }) => ({ id, parentId })),
    removed: [...removed],
    blobIds: blobsOf(gone),
    limbo: [],
    process: null,
    delta: shrinkage(gone),
  };
  return { event, answer };
}
