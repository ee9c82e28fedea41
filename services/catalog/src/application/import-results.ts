import { limits } from '@skyshelf/contracts';
import type { RefusedBookmark } from '../domain/bookmarks/import-chunk.js';
import type { ImportCounts, ImportFound, ImportProcess, ImportState } from '../domain/long-process.js';
import type { Catalog, CatalogSideWriter } from './catalog.js';

export interface ImportResult extends ImportCounts {
  id: string;
  state: ImportState;
  found: ImportFound;
  expires: Date;
}

/** Entries that a chunk could not bring. */
export interface RefusedPage {
  id: string;
  import: string;
  refused: RefusedBookmark[];
  expires: Date;
}

const expiryOf = ({ clock }: Pick<Catalog, 'clock'>): Date =>
  new Date(clock.now().getTime() + limits.importResultMs);

/** Beyond a number that no one reads they are only counted. */
export async function keepRefused(
  catalog: Pick<Catalog, 'clock'>,
  side: CatalogSideWriter,
  { id, done, counts }: ImportProcess,
  refused: readonly RefusedBookmark[],
): Promise<void> {
  const listed = Math.max(0, limits.maxRefusedBookmarks - (counts.refused - refused.length));
  if (refused.length === 0 || listed === 0) return;
  const page = { id: `${id}.${done}`, import: id, refused: refused.slice(0, listed) };
  await side.put<RefusedPage>('imports', { ...page, expires: expiryOf(catalog) });
}

export const keepResult = (
  catalog: Pick<Catalog, 'clock'>,
  side: CatalogSideWriter,
  { id, counts, found }: ImportProcess,
  state: ImportState,
): Promise<void> =>
  side.put<ImportResult>('imports', { id, state, found, ...counts, expires: expiryOf(catalog) });
