import { DomainError, ROOT_ID } from '@skyshelf/contracts';
import { builtInElements } from '../../domain/built-in-elements.data.js';
import type { BuiltInElement } from '../../domain/built-in-element.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Account, Catalog, CatalogSurvey } from '../catalog.js';
import { readFolder, type Folder, type FolderAddress } from '../slices/read-folder.js';
import type { ListingQuestion } from './listing-question.js';
import { readShown } from './read-shown.js';

export type Listed = CatalogRow | BuiltInElement;

export interface OpenFolder {
  survey: CatalogSurvey;
  folder: Folder;
  builtIns: readonly BuiltInElement[];
}

/** Tries to see one moment while others write; afterwards the version says what to catch up from. */
const tries = 3;

/** Until no write came between. */
export async function atOneMoment<T>(
  { store }: Catalog,
  { drive }: Account,
  question: Pick<ListingQuestion, 'address' | 'defaultLinks'>,
  read: (open: OpenFolder) => Promise<T>,
): Promise<{ value: T; version: number; exact: boolean; folder: Folder }> {
  for (let attempt = 1; ; attempt += 1) {
    const survey = await store.reader(drive);
    const { version } = survey.state();
    const folder = await openFolder(survey, question.address);
    const builtIns = await shownBuiltIns(survey, folder, question.defaultLinks);
    const value = await read({ survey, folder, builtIns });
    const exact = (await store.version(drive)) === version;
    if (exact || attempt === tries) return { value, version, exact, folder };
  }
}

/** Unordered; null when it holds more than `most` of its own. */
export async function readAtMost(
  { survey, folder, builtIns }: OpenFolder,
  most: number,
): Promise<Listed[] | null> {
  const inside = { parentId: folder.folderId };
  if (Number.isFinite(most) && (await survey.count(inside, most + 1)) > most) return null;
  return [...(await survey.find(inside, { order: 'any' })), ...builtIns];
}

export async function openFolder(survey: CatalogSurvey, address: FolderAddress): Promise<Folder> {
  const folder = await readFolder(survey, address);
  if (folder.chain) return folder;
  throw new DomainError('folder.not-found', { field: address.folderId === undefined ? 'url' : 'folderId' });
}

async function shownBuiltIns(
  survey: CatalogSurvey,
  { folderId }: Folder,
  asked: boolean | undefined,
): Promise<readonly BuiltInElement[]> {
  if (folderId !== ROOT_ID) return [];
  return (asked ?? (await readShown(survey))) ? builtInElements : [];
}
