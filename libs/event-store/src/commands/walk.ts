import type { Row, RowTree } from '../port.js';

export const parentOf = <R extends Row>({ parent }: RowTree<R>, row: R): string | null => {
  const id: unknown = row[parent];
  return typeof id === 'string' ? id : null;
};

/** Is null for missing, detached and circular rows. */
export async function walkToRoot<R extends Row>(
  tree: RowTree<R>,
  id: string,
  row: (id: string) => Promise<R | null>,
): Promise<R[] | null> {
  const path: R[] = [];
  for (let next: string | null = id; next !== tree.root; next = parentOf(tree, path[path.length - 1] as R)) {
    const found: R | null = next === null || path.length >= tree.maxDepth ? null : await row(next);
    if (!found) return null;
    path.push(found);
  }
  return path;
}
