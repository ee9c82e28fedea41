import { limits, DomainError } from '@skyshelf/contracts';
import type { RefusedBookmark } from '../domain/bookmarks/import-chunk.js';
import type {
  ImportCounts,
  ImportFound,
  ImportProcess,
  ImportState,
  LongProcess,
} from '../domain/long-process.js';
import type { Catalog, CatalogSideWriter, Account } from './catalog.js';

export interface ImportResult extends ImportCounts {
  id: string;
  state: ImportState;
  found: ImportFound;
  expires: Date;
}

export interface RefusedPage {
  id: string;
  import: string;
  refused: RefusedBookmark[];
  expires: Date;
}

const expiryOf = ({ clock }: Pick<Catalog, 'clock'>): Date =>
  new Date(clock.now().getTime() + limits.importResultMs);

/** Bookmarks beyond `maxRefusedBookmarks` are only counted. */
export async function storeRefused(
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

export const storeResult = (
  catalog: Pick<Catalog, 'clock'>,
  side: CatalogSideWriter,
  { id, counts, found }: ImportProcess,
  state: ImportState,
): Promise<void> =>
  side.put<ImportResult>('imports', { id, state, found, ...counts, expires: expiryOf(catalog) });

export type ImportView = { state: ImportState | 'running' } & ImportCounts;

export async function importResult(
  { store }: Catalog,
  { drive }: Account,
  processId: string,
): Promise<ImportView> {
  const reader = await store.reader(drive);
  const process = await reader.side<LongProcess>('processes').get(processId);
  if (process?.kind === 'import') return { state: 'running', ...process.counts };
  const result = await reader.side<ImportResult | RefusedPage>('imports').get(processId);
  if (!result || !('state' in result)) throw new DomainError('process.not-found', { field: 'process' });
  const { state, folders, links, present, refused } = result;
  return { state, folders, links, present, refused };
}

/** Order: as in the file. */
export async function refusedBookmarks(
  catalog: Catalog,
  account: Account,
  processId: string,
): Promise<AsyncIterable<string>> {
  const { refused: inAll } = await importResult(catalog, account, processId);
  const reader = await catalog.store.reader(account.drive);
  const pages = await reader.side<RefusedPage>('imports').find({ import: processId });
  const listed = pages.flatMap(({ refused }) => refused).toSorted((a, b) => a.line - b.line);
  return (async function* () {
    yield `${inAll} of this file could not be imported.\n`;
    for (const { line, name, url, reason } of listed) {
      const address = url.replaceAll(/\s+/g, ' ');
      yield `Line ${line}: ${reason} ${name}${address && ` <${address}>`}\n`;
    }
    if (inAll > limits.maxRefusedBookmarks) yield 'Further ones are not listed.\n';
  })();
}
