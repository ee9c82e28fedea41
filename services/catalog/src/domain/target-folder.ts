import { DomainError, limits, ROOT_ID, type ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';

/** Where an element is about to stand, as read in the transaction. */
export interface TargetFolder {
  folderId: ElementId;
  /** Its path, `/` for the root. */
  path: string;
  /** The folder and all above it, empty for the root; null when no walk from there arrives at the root. */
  chain: readonly CatalogRow[] | null;
  /** The element or the running upload that already has the name there. */
  taken: boolean;
}

/**
 * The folder must be there, be a folder, and leave room for one more level.
 * @throws DomainError folder.not-found, folder.copying, depth.exceeded
 */
export function requireFolder({ folderId, chain }: Omit<TargetFolder, 'taken'>): void {
  if (folderId === ROOT_ID) return;
  if (!chain || chain[0]?.class !== 'folder') throw new DomainError('folder.not-found');
  if (chain.some(({ copying }) => copying)) throw new DomainError('folder.copying');
  if (chain.length >= limits.maxDepth) throw new DomainError('depth.exceeded');
}

/** @throws DomainError folder.not-found, depth.exceeded, name.exists */
export function requireFreeName(place: TargetFolder, field: string): void {
  requireFolder(place);
  if (place.taken) throw new DomainError('name.exists', { field });
}
