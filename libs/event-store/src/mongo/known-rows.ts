import { parentOf } from '../commands/walk.js';
import type { RowSource } from '../drive-storage.js';
import type { Row, RowTree } from '../port.js';
import { afterChange, changedId, type VersionedChange } from '../rows/change-rows.js';

const MAX_ROWS = 64;

/** Rows as they are at the fence they are kept with; the oldest go first. */
export class KnownRows<R extends Row> {
  private readonly rows = new Map<string, R>();

  /** Cached rows cost no round trip. Searches always ask the database. */
  over(source: RowSource<R>): RowSource<R> {
    return {
      find: (where, options) => source.find(where, options),
      get: async (ids) => {
        const missing = ids.filter((id) => !this.rows.has(id));
        const found = missing.length > 0 ? await source.get(missing) : [];
        const known = ids.flatMap((id) => this.rows.get(id) ?? []);
        return [...known, ...found.map((row) => this.keep(row))];
      },
      chain: async (id, tree) =>
        this.path(id, tree) ?? (await source.chain(id, tree)).map((row) => this.keep(row)),
    };
  }

  apply(changes: readonly VersionedChange<R>[]): void {
    for (const each of changes) {
      const id = changedId(each.change);
      const known = this.rows.get(id);
      if (!known) continue;
      const row = afterChange(known, each);
      if (row) this.rows.set(id, row);
      else this.rows.delete(id);
    }
  }

  /** null unless every step is known. */
  private path(id: string, tree: RowTree<R>): R[] | null {
    const path: R[] = [];
    for (
      let next: string | null = id;
      next !== tree.root && path.length <= MAX_ROWS;
      next = parentOf(tree, path[path.length - 1] as R)
    ) {
      const row: R | undefined = next === null ? undefined : this.rows.get(next);
      if (!row) return null;
      path.push(row);
    }
    return path;
  }

  private keep(row: R): R {
    if (this.rows.size >= MAX_ROWS) this.rows.delete(this.rows.keys().next().value ?? '');
    this.rows.set(row.id, row);
    return row;
  }
}
