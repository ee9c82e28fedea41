import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { CatalogSurvey } from '../catalog.js';
import type { Folder, FolderAddress } from '../slices/read-folder.js';
import { elementView } from '../element-view.js';
import { byName, placing, type Placed } from './listing-order.js';
import { openFolder } from './listing-rows.js';
import { pageByKey } from './page-by-key.js';
import { fitsText, type Found, type SearchQuestion } from './search-question.js';

/** Before others get their turn. */
const rowsAtATime = 2000;
/** In all. */
const maxRows = 100_000;

/** Folders first, by code point, until there are enough. */
export async function searchFolder(
  survey: CatalogSurvey,
  question: SearchQuestion & { within: FolderAddress },
  user: string,
): Promise<Found> {
  const folder = await openFolder(survey, question.within);
  const fits = fitsText(question);
  const found: CatalogRow[] = [];
  let last: Placed | null = null;
  for (let looked = 0; looked < maxRows && found.length <= question.limit; looked += rowsAtATime) {
    const rows: CatalogRow[] = await rowsBehind(survey, folder, last);
    found.push(...rows.filter(fits));
    last = rows.at(-1) ?? null;
    if (rows.length < rowsAtATime) {
      last = null;
      break;
    }
    await nextTurn();
  }
  const docs = found.slice(0, question.limit).toSorted(placing(byName));
  return {
    docs: docs.map((row) => elementView(row, folder.path, user)),
    more: found.length > question.limit || last !== null,
  };
}

async function rowsBehind(survey: CatalogSurvey, folder: Folder, last: Placed | null): Promise<CatalogRow[]> {
  const page = { limit: rowsAtATime, last, descending: false };
  const listed = await pageByKey({ survey, folder, builtIns: [] }, page);
  return listed.filter((row) => 'words' in row);
}
