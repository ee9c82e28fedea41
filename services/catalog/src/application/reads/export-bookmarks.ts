import { DomainError, ROOT_ID, type ElementId } from '@skyshelf/contracts';
import {
  exportEnd,
  exportHead,
  folderEnd,
  folderHead,
  linkLine,
} from '../../domain/bookmarks/bookmark-fields.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Account, Catalog, CatalogSurvey } from '../catalog.js';
import { openReader } from '../slices/require-within.js';

const PAGE = 500;

/** Folders first, then links, each by name. */
export async function exportBookmarks(
  catalog: Pick<Catalog, 'store'>,
  account: Pick<Account, 'drive' | 'scope'>,
  folder: string | undefined,
): Promise<AsyncIterable<string>> {
  const reader = await openReader(catalog, account);
  const id = (folder ?? ROOT_ID) as ElementId;
  if (id !== ROOT_ID) {
    const chain = await reader.ancestors(id);
    if (chain?.[0]?.class !== 'folder') throw new DomainError('folder.not-found', { field: 'folder' });
  }
  return (async function* () {
    yield exportHead;
    yield* linesOf(reader, id, 0);
    yield exportEnd;
  })();
}

async function* linesOf(reader: CatalogSurvey, folder: ElementId, level: number): AsyncGenerator<string> {
  for await (const rows of pagesOf(reader, folder, 'folder'))
    for (const row of rows) {
      yield folderHead(row, level);
      yield* linesOf(reader, row.id, level + 1);
      yield folderEnd(level);
    }
  for await (const rows of pagesOf(reader, folder, 'item'))
    yield rows
      .filter(({ blobId, url }) => blobId === null && url !== null)
      .map((row) => linkLine(row, level))
      .join('');
}

async function* pagesOf(
  reader: CatalogSurvey,
  parentId: ElementId,
  kind: CatalogRow['class'],
): AsyncGenerator<CatalogRow[]> {
  for (let after: string | undefined; ;) {
    const page = { by: 'nameKey' as const, limit: PAGE, ...(after !== undefined && { after }) };
    const rows = await reader.page({ parentId, class: kind }, page);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.nameKey;
  }
}
