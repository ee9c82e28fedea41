import { performance } from 'node:perf_hooks';
import type { DriveId } from '@skyshelf/contracts';
import type { Row, RowTree, Where } from '../port.js';
import type { DriveDocument } from './documents.js';
import { parentOf } from '../commands/walk.js';
import type { FindOptions, RowSource } from '../drive-storage.js';
import { canonicalText } from '../rows/canonical-text.js';
import { afterChange, changedId, type VersionedChange } from '../rows/change-rows.js';

/** Valid as long as its fence is unchanged. */
export interface KnownDrive<R extends Row> {
  document: DriveDocument;
  rows: KnownRows<R>;
}

/** The cache takes at most 16 MB, with 64 rows of about 1 KB for each. */
const MAX_DRIVES = 256;
/** A drive written by two processes isn't cached for this long. */
const UNCACHED_MS = 1_000;
/** Each look whether the other one still writes costs some conflicts. */
const CONTESTED_MS = 30_000;
const MAX_CONTESTED = 10_000;

/**
 * The drives this process wrote last: sparing fence and folder reads saves two of seven round trips
 * (docs/decisions/009). The fence proves that no one else has written.
 */
export class KnownDrives<R extends Row> {
  private readonly drives = new Map<DriveId, KnownDrive<R>>();
  /** It maps a drive to the time when another process was last seen to write it, the latest last. */
  private readonly contested = new Map<DriveId, number>();

  /** Forgets it: a failed attempt must not be built upon. */
  take(drive: DriveId): KnownDrive<R> | undefined {
    const known = this.drives.get(drive);
    this.drives.delete(drive);
    return known;
  }

  rowsAt({ _id, fence }: DriveDocument): KnownRows<R> | undefined {
    const known = this.drives.get(_id);
    return known?.document.fence === fence ? known.rows : undefined;
  }

  keep(known: KnownDrive<R>): void {
    const { _id: drive } = known.document;
    if (this.isContested(drive, UNCACHED_MS)) return;
    this.drives.set(drive, known);
    if (this.drives.size > MAX_DRIVES) this.drives.delete(this.drives.keys().next().value ?? drive);
  }

  contest(drive: DriveId): void {
    this.contested.delete(drive);
    this.contested.set(drive, performance.now());
    if (this.contested.size > MAX_CONTESTED)
      this.contested.delete(this.contested.keys().next().value ?? drive);
  }

  isContested(drive: DriveId, within = CONTESTED_MS): boolean {
    return performance.now() - (this.contested.get(drive) ?? -Infinity) < within;
  }
}

const MAX_ROWS = 64;

/** Caches rows as they are at their fence; the oldest are removed first. */
export class KnownRows<R extends Row> {
  private readonly rows = new Map<string, R>();
  /** The last search that found nothing, and at which fence. */
  private missing: { text: string; fence: number } | null = null;

  /**
   * Cached rows cost no round trip, nor does the search just made in vain at the same fence: who looks before
   * a command asks for the same names.
   */
  over(source: RowSource<R>, fence: number): RowSource<R> {
    return {
      find: async (where, options) =>
        this.missing?.fence === fence && this.missing.text === canonicalText(where)
          ? []
          : source.find(where, options),
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

  /** The source began at this fence or later. */
  watched<S extends Pick<RowSource<R>, 'find'>>(source: S, fence: number): S {
    const find = async (where: Where<R>, options: FindOptions): Promise<R[]> => {
      const found = await source.find(where, options);
      if (found.length === 0 && options.after === undefined)
        this.missing = { text: canonicalText(where), fence };
      return found;
    };
    return { ...source, find };
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
