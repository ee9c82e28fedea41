import type { ElementClass } from '@skyshelf/contracts';
import type { Placed } from './listing-order.js';
import type { Listed, OpenFolder } from './listing-rows.js';

interface KeyPage {
  limit: number;
  last: Placed | null;
  descending: boolean;
}

const classes: readonly ElementClass[] = ['folder', 'item'];

/** A page of a folder of any size, by code point, folders first: index-only. */
export async function pageByKey(
  { survey, folder: { folderId }, builtIns }: OpenFolder,
  { limit, last, descending }: KeyPage,
): Promise<Listed[]> {
  const found: Listed[] = [];
  for (const each of classes) {
    if (found.length >= limit || (last?.class === 'item' && each === 'folder')) continue;
    const after = last?.class === each ? last.nameKey : undefined;
    const rows = await survey.page(
      { parentId: folderId, class: each },
      { by: 'nameKey', limit: limit - found.length, descending, ...(after !== undefined && { after }) },
    );
    const virtual = builtIns.filter(
      (element) =>
        element.class === each && (after === undefined || inOrder(after, element.nameKey, descending) < 0),
    );
    found.push(...merged(rows, virtual, descending).slice(0, limit - found.length));
  }
  return found;
}

const merged = (
  rows: readonly Listed[],
  virtual: readonly Listed[],
  descending: boolean,
): readonly Listed[] =>
  virtual.length === 0
    ? rows
    : [...rows, ...virtual].toSorted((a, b) => inOrder(a.nameKey, b.nameKey, descending));

/** UTF-8, as the database compares. */
const inOrder = (a: string, b: string, descending: boolean): number =>
  (descending ? -1 : 1) * Buffer.compare(Buffer.from(a), Buffer.from(b));
