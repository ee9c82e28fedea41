import type { Account, Catalog } from '../catalog.js';
import { counted } from './opened-elements.js';
import { searchEverywhere } from './search-everywhere.js';
import { searchFolder } from './search-folder.js';
import type { Found, SearchQuestion } from './search-question.js';

/**
 * In a folder: the text anywhere in names. Everywhere: words beginning so, in names or tags. Tags match as a
 * whole. Nothing typed and no tag find nothing.
 */
export async function search(catalog: Catalog, account: Account, question: SearchQuestion): Promise<Found> {
  const { text, tag, within } = question;
  if (text.trim() === '' && tag === undefined) return { docs: [], more: false };
  const survey = await catalog.store.reader(account.drive);
  const { docs, more } = within
    ? await searchFolder(survey, { ...question, within }, account.sub)
    : await searchEverywhere(survey, question, account.sub);
  return { docs: await counted(catalog, account.drive, docs), more };
}
