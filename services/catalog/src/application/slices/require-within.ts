import { DomainError, ROOT_ID, type DriveId, type ElementId, type ScopeRoots } from '@skyshelf/contracts';
import type { PageOptions, Where } from '@skyshelf/event-store';
import type { Reach } from '@skyshelf/tokens';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Catalog, CatalogSurvey } from '../catalog.js';
import { readAncestors, walkUp } from './read-folder.js';

type FindOptions = NonNullable<Parameters<CatalogSurvey['find']>[1]>;
type Rows = Where<CatalogRow>;

/** For internal calls, whose sender has checked the token. */
export const reachOf = (drive: DriveId, within: ScopeRoots | undefined): Reach => ({
  drive,
  ...(within && { scope: { roots: within } }),
});

/** The drive as far as its reader reaches. Nothing more is read where that is all of it. */
export async function openReader(
  { store }: Pick<Catalog, 'store'>,
  { drive, scope }: Reach,
): Promise<CatalogSurvey> {
  const reader = await store.reader(drive);
  return scope?.roots ? requireWithin(reader, scope.roots) : reader;
}

/** The same as `openReader`, but all reads see one moment. */
export async function openReaderAtOnce(
  { store }: Pick<Catalog, 'store'>,
  { drive, scope }: Reach,
): Promise<{ reader: CatalogSurvey; close(): Promise<void> }> {
  const opened = await store.readerAtOnce(drive);
  if (!scope?.roots) return opened;
  try {
    return { ...opened, reader: await requireWithin(opened.reader, scope.roots) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** The caches of two readers of a drive must differ by this; it is empty for the user. */
export const reachName = ({ scope }: Pick<Reach, 'scope'>): string[] =>
  scope?.roots ? ['within', ...scope.roots] : [];

/**
 * Shows a drive that consists of the roots alone: they stand at the top, and a path begins with their name. All
 * else is absent, as if it had never been: so are roots in limbo.
 */
export async function requireWithin(drive: CatalogSurvey, roots: ScopeRoots): Promise<ReaderWithin> {
  const rows = await drive.find({ id: { in: roots } });
  const folders = await readAncestors(drive, rows);
  const asked = new Set<string>(roots);
  const tops = rows.filter((row) => {
    const above = walkUp(row, folders);
    // A root below another one stands where it is.
    return above !== null && !above.some((id) => asked.has(id));
  });
  return new ReaderWithin(drive, new Map(tops.map((row) => [row.id, atTop(row)])));
}

/** A visitor does not learn which other links show it. */
const asVisited = ({ shared: _, ...row }: CatalogRow): CatalogRow => row;

const atTop = (row: CatalogRow): CatalogRow => ({ ...asVisited(row), parentId: ROOT_ID });

/** Of rows found by name or bytes, so many are looked at. */
const mostLookedAt = 20_000;

export class ReaderWithin implements CatalogSurvey {
  constructor(
    private readonly drive: CatalogSurvey,
    private readonly tops: ReadonlyMap<ElementId, CatalogRow>,
  ) {}

  /** Roots that are gone, or lie in the trash, are left out. */
  get roots(): readonly CatalogRow[] {
    return [...this.tops.values()];
  }

  /** The version only: the totals are those of the drive. */
  state(): ReturnType<CatalogSurvey['state']> {
    return { ...this.drive.state(), used: 0, reserved: 0, count: 0, byKind: {} };
  }

  async get(id: string): Promise<CatalogRow | null> {
    return (await this.ancestors(id))?.[0] ?? null;
  }

  async ancestors(id: string): Promise<CatalogRow[] | null> {
    const chain = await this.drive.ancestors(id);
    if (!chain || id === ROOT_ID) return chain;
    const end = chain.findIndex((row) => this.tops.has(row.id));
    return end < 0 ? null : chain.slice(0, end + 1).map((row) => this.tops.get(row.id) ?? asVisited(row));
  }

  async find(where: Rows, options: FindOptions = {}): Promise<CatalogRow[]> {
    const { limit = Infinity, after } = options;
    const inside = await this.#inside(where);
    if (inside) {
      const below = inside.below && (await this.drive.find(inside.below, options));
      const rows = [
        ...inside.tops.filter(({ id }) => after === undefined || id > after),
        ...(below ?? []).map(asVisited),
      ];
      return (inside.tops.length > 0 ? rows.toSorted(byId) : rows).slice(0, limit);
    }
    const found = await this.drive.find(where, { ...options, limit: mostLookedAt });
    return (await this.#shown(found)).slice(0, limit);
  }

  async count(where: Rows, limit = Infinity): Promise<number> {
    const inside = await this.#inside(where);
    if (!inside) return (await this.find(where, { limit })).length;
    const below = inside.below ? await this.drive.count(inside.below, limit) : 0;
    return Math.min(limit, inside.tops.length + below);
  }

  async total(where: Rows, field: keyof CatalogRow): Promise<{ count: number; sum: number }> {
    const inside = (await this.#inside(where)) ?? { tops: await this.find(where), below: null };
    const below = inside.below ? await this.drive.total(inside.below, field) : { count: 0, sum: 0 };
    const sum = inside.tops.reduce((all, row) => all + Number(row[field] ?? 0), below.sum);
    return { count: inside.tops.length + below.count, sum };
  }

  /** It pages through one folder. */
  async page(where: Rows, options: PageOptions<CatalogRow>): Promise<CatalogRow[]> {
    const inside = await this.#inside(where);
    if (inside?.below) return (await this.drive.page(inside.below, options)).map(asVisited);
    return pageOf(inside?.tops ?? [], options);
  }

  tally(): never {
    throw new DomainError('access.denied');
  }

  side(): never {
    throw new DomainError('access.denied');
  }

  /** The children of folders, by the database alone; null for other searches. */
  async #inside({ parentId, ...rest }: Rows): Promise<{ tops: CatalogRow[]; below: Rows | null } | null> {
    if (parentId === undefined) return null;
    const folders = parentsIn(parentId);
    const rows = await this.#shown(await this.drive.find({ id: { in: folders } }));
    const tops =
      folders.includes(ROOT_ID) && this.tops.size > 0
        ? await this.drive.find({ ...rest, id: { in: [...this.tops.keys()] } })
        : [];
    const [one, ...others] = rows.map(({ id }) => id);
    const below = one && { ...rest, parentId: others.length === 0 ? one : { in: [one, ...others] } };
    return { tops: tops.map(atTop), below: below ?? null };
  }

  async #shown(rows: readonly CatalogRow[]): Promise<CatalogRow[]> {
    const folders = await readAncestors(this.drive, rows);
    return rows.flatMap((row) => {
      const top = this.tops.get(row.id);
      if (top) return [top];
      return walkUp(row, folders)?.some((id) => this.tops.has(id)) ? [asVisited(row)] : [];
    });
  }
}

function parentsIn(condition: NonNullable<Rows['parentId']>): readonly ElementId[] {
  if (typeof condition === 'string') return [condition];
  if ('in' in condition) return condition.in;
  throw new Error('Folders are searched by their ids.');
}

const byId = (a: CatalogRow, b: CatalogRow): number => (a.id < b.id ? -1 : 1);

/** By UTF-8, as the database compares. */
function pageOf(
  rows: readonly CatalogRow[],
  { by, after, descending = false, limit }: PageOptions<CatalogRow>,
): CatalogRow[] {
  const textOf = (row: CatalogRow) => Buffer.from(String(row[by]));
  const sign = descending ? -1 : 1;
  const from = after === undefined ? null : Buffer.from(after);
  return rows
    .filter((row) => from === null || sign * Buffer.compare(textOf(row), from) > 0)
    .toSorted((a, b) => sign * Buffer.compare(textOf(a), textOf(b)))
    .slice(0, limit);
}
