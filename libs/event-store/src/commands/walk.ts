import { limits, ROOT_ID } from '@skyshelf/contracts';
import type { Row } from '../port.js';

/** The field by which a row names its parent. */
export const PARENT = 'parentId';

export const parentOf = (row: Row): string | null => {
  const parent = (row as unknown as Record<string, unknown>)[PARENT];
  return typeof parent === 'string' ? parent : null;
};

/**
 * The rows from `id` up to the root, read one after the other; null when the walk does not arrive within limits.maxDepth,
 * which refuses missing rows, limbos and cycles alike.
 */
export async function walkToRoot<R extends Row>(
  id: string,
  row: (id: string) => Promise<R | null>,
): Promise<R[] | null> {
  const path: R[] = [];
  for (let next: string | null = id; next !== ROOT_ID; next = parentOf(path[path.length - 1] as R)) {
    const found: R | null = next === null || path.length >= limits.maxDepth ? null : await row(next);
    if (!found) return null;
    path.push(found);
  }
  return path;
}
