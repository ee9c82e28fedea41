import { DomainError, limits } from '@skyshelf/contracts';
import type { ImportCounts, ImportState, LongProcess } from '../../domain/long-process.js';
import type { Account, Catalog } from '../catalog.js';
import type { ImportResult, RefusedPage } from '../import-results.js';

export type ImportView = { state: ImportState | 'running' } & ImportCounts;

/** @throws DomainError process.not-found */
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

/** A line each, in the file's order. @throws DomainError process.not-found */
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
