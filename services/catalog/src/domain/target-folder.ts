import { DomainError, limits, ROOT_ID, type ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';

export interface TargetFolder {
  folderId: ElementId;
  /** It is `/` for the root. */
  path: string;
  /** Empty for the root; null when it doesn't reach the root. */
  chain: readonly CatalogRow[] | null;
  /** An element or a running upload has the name. */
  taken: boolean;
}

/** It exists and leaves room for one more level. */
export function requireFolder({ folderId, chain }: Omit<TargetFolder, 'taken'>): void {
  if (folderId === ROOT_ID) return;
  if (!chain || chain[0]?.class !== 'folder') throw new DomainError('folder.not-found');
  if (chain.some(({ copying }) => copying)) throw new DomainError('folder.copying');
  if (chain.length >= limits.maxDepth) throw new DomainError('depth.exceeded');
}

export function requireFreeName(place: TargetFolder, field: string): void {
  requireFolder(place);
  if (place.taken) throw new DomainError('name.exists', { field });
}

/** `/a/b/` and `/a/b` are `['a', 'b']`; null when a segment is empty. */
export function segmentsOf(path: string): string[] | null {
  const inner = path.replace(/^\//, '').replace(/\/$/, '');
  if (inner === '') return path === '//' ? null : [];
  const segments = inner.split('/');
  return segments.includes('') ? null : segments;
}

/** Starts and ends with `/`. */
export const pathOf = (names: readonly string[]): string =>
  names.length === 0 ? '/' : `/${names.join('/')}/`;
