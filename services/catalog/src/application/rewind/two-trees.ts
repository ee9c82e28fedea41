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

  constructor(
    private readonly reader: Pick<Reader, 'find'>,
    readonly past: Past,
  ) {}

  async load(ids: Iterable<ElementId>): Promise<void> {
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
    return wayUp(id, (at) => this.former(at));
  }

  /** The folders above it now; null: it is not in the tree. */
  wayNow(id: ElementId): CatalogRow[] | null {
    return wayUp(id, (at) => this.now(at));
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

function wayUp<E extends { id: ElementId; parentId: ElementId }>(
  id: ElementId,
  elementOf: (id: ElementId) => E | null,
): E[] | null {
  const way: E[] = [];
  let at = elementOf(id);
  while (at && at.parentId !== ROOT_ID) {
    at = elementOf(at.parentId);
    if (!at || way.length >= limits.maxDepth) return null;
    way.push(at);
  }
  return at && way;
}
