import {
  derivativeKinds,
  derivativeOf,
  derivedName,
  fileAddress,
  isDerivedFile,
  type DerivativeKind,
  type DerivedResults,
  type ElementView,
  ROOT_ID,
  type ElementId,
} from '@skyshelf/contracts';
import type { CatalogRow } from '../domain/catalog-row.js';
import type { BuiltInElement } from '../domain/built-in-elements.data.js';
import { changesOf } from '../domain/changes.js';
import type { Decision, DecisionContext } from '../domain/decision.js';
import { pathOf } from '../domain/target-folder.js';
import type { Account, Catalog } from './catalog.js';
import { readAncestors, walkUp, type Reader } from './slices/read-folder.js';

/** The only mapping from our words to the specification's. */
export function elementView(row: CatalogRow, path: string, user: string, counter = 0): ElementView {
  return {
    _id: row.id,
    folderId: row.parentId,
    path,
    user,
    linkname: row.name,
    linktype: row.kind,
    linkurl: row.blobId === null ? row.url : fileAddress(row.blobId, user, row.name),
    linktag: row.tags,
    linkimg: row.image,
    default: false,
    ...(row.confirm !== null && { confirm: row.confirm }),
    counter,
    date: row.born,
    ...(row.modified !== undefined && { modified: row.modified }),
    extension: row.extension,
    source: row.source,
    size: row.size,
    width: row.width,
    height: row.height,
    thumbnailImage: null,
    thumbnailVideo: null,
    thumbnailWebsite: null,
    openElement: null,
    ...derivedAddresses(row.derived, user),
    ...(row.shared && { shared: true as const }),
    ...(row.copying && { copying: row.copying }),
    ...(row.versions && { versions: row.versions }),
  };
}

/** The later of two kinds with one field in the table wins. */
function derivedAddresses(derived: DerivedResults, user: string): Partial<ElementView> {
  const shown: Partial<ElementView> = {};
  for (const kind of derivativeKinds) {
    const made = derived[kind];
    const { viewField } = derivativeOf(kind);
    if (viewField !== null && isDerivedFile(made))
      shown[viewField] = fileAddress(made.blobId, user, names[kind]);
  }
  return shown;
}

const names = Object.fromEntries(derivativeKinds.map((kind) => [kind, derivedName(kind)])) as Record<
  DerivativeKind,
  string
>;

export const builtInView = (element: BuiltInElement, user: string): ElementView => ({
  _id: element.id,
  folderId: ROOT_ID,
  path: '/',
  user,
  linkname: element.name,
  linktype: element.kind,
  linkurl: element.url,
  linktag: [...element.tags],
  linkimg: null,
  thumbnailWebsite: null,
  default: true,
  image: element.icon,
  hiimage: element.hiIcon,
  counter: 0,
  date: element.born,
  extension: null,
  source: null,
  size: element.size,
  width: null,
  height: null,
  thumbnailImage: null,
  thumbnailVideo: null,
  openElement: null,
});

/**
 * The answer's elements as the command's own transaction leaves them; a repeat shows what is there by then.
 */
export class AnsweredElements {
  private decided: ReadonlyMap<ElementId, ElementView> = new Map();

  constructor(
    private readonly catalog: Pick<Catalog, 'store'>,
    private readonly account: Account,
  ) {}

  /** Call it for every decision; the last one counts. `before`: the rows that it may change. */
  keep<D extends Decision<unknown>>(
    decision: D,
    before: readonly CatalogRow[],
    { now }: Pick<DecisionContext, 'now'>,
    pathOfFolder: (row: CatalogRow) => string,
  ): D {
    const { event } = decision;
    // No one is shown a version.
    const changes = event ? changesOf(event, { at: now, version: 0 }) : [];
    const rows = new Map(before.map((row) => [row.id as string, row]));
    const after = changes.flatMap((change) => {
      if (change.op === 'insert') return [change.row];
      const row = rows.get(change.op === 'update' ? change.id : '');
      return row && change.op === 'update' ? [{ ...row, ...change.set }] : [];
    });
    const { sub } = this.account;
    this.decided = new Map(after.map((row) => [row.id, elementView(row, pathOfFolder(row), sub)]));
    return decision;
  }

  async of(ids: readonly ElementId[]): Promise<ElementView[]> {
    const known = ids.flatMap((id) => this.decided.get(id) ?? []);
    if (known.length === ids.length) return known;
    const found = await this.standing(ids);
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  private async standing(ids: readonly ElementId[]): Promise<ReadonlyMap<ElementId, ElementView>> {
    const reader = await this.catalog.store.reader(this.account.drive);
    const rows = await reader.find({ id: { in: ids } });
    const folders = await readAncestors(reader, rows);
    return new Map(
      rows.flatMap((row) => {
        const above = walkUp(row, folders);
        if (!above) return [];
        const names = above.map((id) => folders.get(id)?.name ?? '').toReversed();
        return [[row.id, elementView(row, pathOf(names), this.account.sub)] as const];
      }),
    );
  }
}

/** The number of ids in one `$in`. */
const idsPerRead = 1000;

/** Skips elements that wait to be purged. */
export async function presentElements(
  reader: Reader,
  ids: readonly string[],
  user: string,
): Promise<ElementView[]> {
  const rows: CatalogRow[] = [];
  for (let start = 0; start < ids.length; start += idsPerRead) {
    rows.push(...(await reader.find({ id: { in: ids.slice(start, start + idsPerRead) as ElementId[] } })));
  }
  return reachable(reader, rows, user);
}

export async function reachable(
  reader: Reader,
  rows: readonly CatalogRow[],
  user: string,
): Promise<ElementView[]> {
  const folders = await readAncestors(reader, rows);
  return rows.flatMap((row) => {
    const above = walkUp(row, folders);
    if (!above) return [];
    const names = above.map((id) => folders.get(id)?.name ?? '');
    return [elementView(row, pathOf(names.toReversed()), user)];
  });
}
