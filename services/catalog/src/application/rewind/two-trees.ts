import {
  isLimbo,
  limits,
  ROOT_ID,
  type ElementClass,
  type ElementId,
  type FileContent,
} from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Past } from '../../domain/rewind/past.js';
import { isTrashItem, type TrashItem } from '../../domain/trash.js';
import { VERSIONS } from '../../domain/versions.js';
import type { Reader } from '../slices/read-folder.js';

/** An element as it was at the moment. */
export interface FormerElement {
  id: ElementId;
  parentId: ElementId;
  class: ElementClass;
  name: string;
  nameKey: string;
  tags: string[];
  /** Its content was another one. */
  content: FileContent | null;
  /** null: it was deleted forever since. */
  row: CatalogRow | null;
}

const IDS_AT_ONCE = 1000;

/** The drive as it is and as it was at a moment: of the elements that were loaded, and all folders above them. */
export class TwoTrees {
  private readonly rows = new Map<ElementId, CatalogRow | null>();
  /** The ways up from folders; a moment's elements share a few of them. */
  private readonly waysThen: Ways<FormerElement> = new Map();
  private readonly waysNow: Ways<CatalogRow> = new Map();

  constructor(
    private readonly reader: Pick<Reader, 'find'>,
    readonly past: Past,
  ) {}

  async load(ids: Iterable<ElementId>): Promise<void> {
    this.waysThen.clear();
    this.waysNow.clear();
    let level = [...new Set(ids)];
    for (let depth = 0; depth <= 2 * limits.maxDepth; depth += 1) {
      const wanted = level.filter((id) => !this.rows.has(id) && !isNowhere(id));
      if (wanted.length === 0) return;
      for (let start = 0; start < wanted.length; start += IDS_AT_ONCE) {
        const some = wanted.slice(start, start + IDS_AT_ONCE);
        for (const id of some) this.rows.set(id, null);
        for (const row of await this.reader.find({ id: { in: some } })) this.rows.set(row.id, row);
      }
      level = [...new Set(wanted.flatMap((id) => this.parentsOf(id)))];
    }
  }

  /** Folders stay: further elements may lie in them. */
  forgetItems(ids: Iterable<ElementId>): void {
    for (const id of ids) if (this.rows.get(id)?.class !== 'folder') this.rows.delete(id);
  }

  private parentsOf(id: ElementId): ElementId[] {
    const now = this.rows.get(id)?.parentId;
    const then = this.past.changed.get(id)?.parentId;
    return [...(now ? [now] : []), ...(then ? [then] : [])];
  }

  now(id: ElementId): CatalogRow | null {
    return this.rows.get(id) ?? null;
  }

  /** null: there was no such element. */
  former(id: ElementId): FormerElement | null {
    if (this.past.born.has(id)) return null;
    const row = this.now(id);
    const { class: kind = row?.class, ...state } = this.past.changed.get(id) ?? {};
    const { parentId = row?.parentId, name = row?.name, tags = row?.tags ?? [] } = state;
    if (!kind || parentId === undefined || name === undefined) return null;
    const { content = null } = state;
    const isOther = content !== null && content.blobId !== row?.blobId;
    const key = row && name === row.name ? row.nameKey : nameKey(name);
    return { id, parentId, class: kind, name, nameKey: key, tags, content: isOther ? content : null, row };
  }

  /** The folders above it at the moment, the nearest first; null: it was not in the tree. */
  wayThen(id: ElementId): FormerElement[] | null {
    const then = this.former(id);
    return then && wayUp(then.parentId, (at) => this.former(at), this.waysThen);
  }

  /** The folders above it now; null: it is not in the tree. */
  wayNow(id: ElementId): CatalogRow[] | null {
    const row = this.now(id);
    return row && wayUp(row.parentId, (at) => this.now(at), this.waysNow);
  }

  /** The element of the trash that holds it or is it. */
  itemOf(id: ElementId): { item: TrashItem; above: CatalogRow[] } | null {
    const above: CatalogRow[] = [];
    for (let at = this.now(id); at && above.length <= limits.maxDepth; at = this.now(at.parentId)) {
      if (at.id !== id) above.push(at);
      if (isLimbo(at.parentId)) return isTrashItem(at) ? { item: at, above } : null;
    }
    return null;
  }
}

const isNowhere = (id: ElementId): boolean => id === ROOT_ID || id === VERSIONS || isLimbo(id);

type Ways<E> = Map<ElementId, E[] | null>;

/** The folder comes first, then those above it. */
function wayUp<E extends { parentId: ElementId }>(
  folder: ElementId,
  elementOf: (id: ElementId) => E | null,
  known: Ways<E>,
  depth = 0,
): E[] | null {
  if (folder === ROOT_ID) return [];
  const way = known.get(folder);
  if (way !== undefined) return way;
  const element = depth < limits.maxDepth ? elementOf(folder) : null;
  const above = element && wayUp(element.parentId, elementOf, known, depth + 1);
  const found = element && above && [element, ...above];
  known.set(folder, found);
  return found;
}
