import { DomainError, messages, type ElementId, type Warning, limits } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';
import { FreeNames, type NameConflict } from './free-names.js';
import { linkSize, differenceOf, type Decision } from './decision.js';
import { requireFolder, type TargetFolder } from './target-folder.js';
import { undoableIfItFits } from './undoable.js';

export type PasteAction = 'cut' | 'copy';

export interface Selection {
  selected: readonly CatalogRow[];
  /** The rows that are not below another selected one. */
  roots: readonly CatalogRow[];
  /** It is 1 at the top. */
  depths: ReadonlyMap<ElementId, number>;
  /** One is being filled by a large copy. */
  copying: boolean;
  /** One lies below such a folder. */
  locked: boolean;
  /** The paths of the roots' folders. */
  paths: ReadonlyMap<ElementId, string>;
}

export interface PasteSlice {
  selection: Selection;
  target: Omit<TargetFolder, 'taken'>;
  /** The wanted names that the target already has. */
  taken: ReadonlySet<string>;
  conflict: NameConflict;
  names?: ReadonlyMap<string, string> | undefined;
}

export interface Pasted {
  ids: ElementId[];
  warnings: Warning[];
  path: string;
  /** Continues a large copy. */
  process: string | null;
}

export function requireNoBuiltIns(ids: readonly string[], action: PasteAction): void {
  if (ids.some((id) => id.startsWith('default:')))
    throw new DomainError('default.locked', {
      field: 'arr',
      message: action === 'cut' ? messages.cantCutDefault : messages.cantCopyDefault,
    });
}

/** Single obstacles are warnings. */
export function elementsToPaste(
  action: PasteAction,
  { selection, target, taken, conflict, names: wanted }: PasteSlice,
): { coming: CatalogRow[]; warnings: Warning[] } {
  const { roots } = selection;
  requireFolder(target);
  if (roots.length === 0) throw new DomainError('element.not-found', { field: 'arr' });
  if (selection.copying || selection.locked) throw new DomainError('folder.copying', { field: 'arr' });
  const above = new Set(target.chain?.map(({ id }) => id));
  if (roots.some(({ id }) => above.has(id))) throw new DomainError('paste.into-itself', { field: 'url' });
  const atHome = ({ parentId }: CatalogRow) => parentId === target.folderId;
  const sameFolder = action === 'cut' ? messages.cantCutToSameFolder : messages.cantCopyToSameFolder;
  if (roots.every(atHome)) throw new DomainError('paste.same-folder', { field: 'url', message: sameFolder });
  const names = new FreeNames(taken, conflict);
  const coming: CatalogRow[] = [];
  const warnings: Warning[] = [];
  for (const row of roots) {
    const { name } = row;
    if (atHome(row)) {
      warnings.push({ name, code: 'paste.same-folder', message: sameFolder });
      continue;
    }
    const free = names.take({ ...row, name: wanted?.get(row.id) ?? name });
    if (free) coming.push(renamed(row, free));
    else warnings.push({ name, code: 'name.exists', message: messages.uploadExists(name) });
  }
  return { coming, warnings };
}

function renamed(row: CatalogRow, { name, nameKey }: { name: string; nameKey: string }): CatalogRow {
  if (name === row.name) return row;
  const isLink = row.class === 'item' && row.url !== null;
  return { ...row, name, nameKey, size: isLink ? linkSize(name, row.url ?? '') : row.size };
}

export interface MoveSlice extends PasteSlice {
  /** At most, of folders that move deeper; 0 without any. Exact when it exceeds the limit. */
  deepest: number;
}

export function decideMoveElements(slice: MoveSlice): Decision<Pasted> {
  const { coming, warnings } = elementsToPaste('cut', slice);
  const { folderId, path } = slice.target;
  const answer = { ids: coming.map(({ id }) => id), warnings, path, process: null };
  if (coming.length === 0) return { event: null, answer };
  const folders = coming.some((row) => row.class === 'folder');
  // It may hold something.
  if (folders && slice.deepest + 1 > limits.maxDepth)
    throw new DomainError('depth.exceeded', { field: 'url' });
  const before = new Map(slice.selection.roots.map((row) => [row.id, row]));
  const moved = coming.map((row) => ({
    id: row.id,
    class: row.class,
    from: row.parentId,
    ...renaming(row, before),
    before: { name: before.get(row.id)?.name ?? row.name, tags: row.tags },
  }));
  const renamed = coming.filter(({ id, name }) => before.get(id)?.name !== name);
  const delta = differenceOf(
    renamed,
    renamed.flatMap(({ id }) => before.get(id) ?? []),
  );
  return {
    event: {
      type: 'catalog.elements.moved',
      moved: undoableIfItFits(moved),
      to: folderId,
      ...(delta.used !== 0 && { delta }),
    },
    answer,
    bounds: { depth: slice.deepest },
  };
}

const renaming = (
  { id, name, nameKey, tags, size }: CatalogRow,
  before: ReadonlyMap<ElementId, CatalogRow>,
) => (name === before.get(id)?.name ? {} : { renamed: { name, nameKey, tags, size } });
