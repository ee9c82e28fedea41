import { createHash } from 'node:crypto';
import { DomainError, positionOf, ROOT_ID, type ElementClass } from '@skyshelf/contracts';
import { isSettingOn } from '@skyshelf/contracts/rules';
import { builtInElements, type BuiltInElement } from '../../domain/built-in-elements.data.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Account, Catalog, CatalogSurvey } from '../catalog.js';
import { readFolder, type Folder, type FolderAddress, type Reader } from '../slices/read-folder.js';
import { openReader, reachName, ReaderWithin } from '../slices/require-within.js';
import type { Placed, ListingOrder } from './listing-order.js';

export type Listed = CatalogRow | BuiltInElement;

export interface OpenFolder {
  survey: CatalogSurvey;
  folder: Folder;
  builtIns: readonly BuiltInElement[];
}

/** Tries to see one moment while others write; afterwards the version says what to catch up from. */
const tries = 3;

export async function atOneMoment<T>(
  catalog: Pick<Catalog, 'store'>,
  account: Account,
  question: Pick<ListingQuestion, 'address' | 'defaultLinks'>,
  read: (open: OpenFolder) => Promise<T>,
): Promise<{ value: T; version: number; exact: boolean; folder: Folder }> {
  for (let attempt = 1; ; attempt += 1) {
    const survey = await openReader(catalog, account);
    const { version } = survey.state();
    const folder = await openFolder(survey, question.address);
    const builtIns = await shownBuiltIns(survey, folder, question.defaultLinks);
    const value = await read({ survey, folder, builtIns });
    const exact = (await catalog.store.version(account.drive)) === version;
    if (exact || attempt === tries) return { value, version, exact, folder };
  }
}

/** null when it holds more than `most` of its own. */
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

export async function shownBuiltIns(
  survey: CatalogSurvey,
  { folderId }: Pick<Folder, 'folderId'>,
  asked?: boolean,
): Promise<readonly BuiltInElement[]> {
  if (folderId !== ROOT_ID || survey instanceof ReaderWithin) return [];
  return (asked ?? (await readShown(survey))) ? builtInElements : [];
}

interface KeyPage {
  limit: number;
  last: Placed | null;
  descending: boolean;
}

const classes: readonly ElementClass[] = ['folder', 'item'];

/** Sorts by code point, folders first, so that the index alone answers. */
export async function pageByKey(
  { survey, folder: { folderId }, builtIns }: OpenFolder,
  { limit, last, descending }: KeyPage,
): Promise<Listed[]> {
  const found: Listed[] = [];
  for (const each of classes) {
    if (found.length >= limit || (last?.class === 'item' && each === 'folder')) continue;
    const after = last?.class === each ? last.nameKey : undefined;
    const rows = await survey.page(
      { parentId: folderId, class: each },
      { by: 'nameKey', limit: limit - found.length, descending, ...(after !== undefined && { after }) },
    );
    const virtual = builtIns.filter(
      (element) =>
        element.class === each && (after === undefined || inOrder(after, element.nameKey, descending) < 0),
    );
    found.push(...merged(rows, virtual, descending).slice(0, limit - found.length));
  }
  return found;
}

const merged = (
  rows: readonly Listed[],
  virtual: readonly Listed[],
  descending: boolean,
): readonly Listed[] =>
  virtual.length === 0
    ? rows
    : [...rows, ...virtual].toSorted((a, b) => inOrder(a.nameKey, b.nameKey, descending));

/** UTF-8, as the database compares. */
const inOrder = (a: string, b: string, descending: boolean): number =>
  (descending ? -1 : 1) * Buffer.compare(Buffer.from(a), Buffer.from(b));

export interface ListingQuestion {
  address: FolderAddress;
  order: ListingOrder;
  /** It applies to the root; the default is the account's setting. */
  defaultLinks?: boolean;
}

/** A scope with roots has no position: the drive's would tell of changes outside of them. */
export const versionFor = (
  catalog: Pick<Catalog, 'store'>,
  { scope }: Pick<Account, 'scope'>,
  version: number,
): number => (scope?.roots ? 0 : shownVersion(catalog, version));

/**
 * The number that pages and caches of other services use as the drive's version: after a restore it doesn't go back.
 */
export const shownVersion = ({ store }: Pick<Catalog, 'store'>, version: number): number =>
  positionOf(version, store.epoch());

/** Equal names ask for the same. */
export function questionName(
  account: Account,
  { address: { url, folderId }, order: { sort, direction }, defaultLinks }: ListingQuestion,
  ...more: string[]
): string {
  const { drive, sub } = account;
  const place = folderId === undefined ? [null, url] : [folderId, null];
  return JSON.stringify([
    drive,
    sub,
    ...place,
    sort,
    direction,
    defaultLinks ?? 'as chosen',
    ...more,
    ...reachName(account),
  ]);
}

export const mayBeRoot = ({ url, folderId }: FolderAddress): boolean =>
  folderId === undefined ? url === '/' : folderId === ROOT_ID;

/** The tag of a scope with roots follows from the answer alone. Source: RFC 9110 §8.8.3. */
export const listingTag = (
  { scope }: Pick<Account, 'scope'>,
  { version, opened, name, bytes }: { version: number; opened: number; name: string; bytes: Buffer },
): string =>
  scope?.roots ? `W/"${digest(bytes)}"` : `W/"${version}-${opened}-${digest(name).slice(0, 16)}"`;

const digest = (data: string | Buffer): string => createHash('sha256').update(data).digest('base64url');

/** The billing event of that version reported it. */
export type ShownBuiltIns = { id: typeof SHOWN_BUILT_INS; shown: boolean; version?: number };
export const SHOWN_BUILT_INS = 'built-in-elements';

export const readShown = async (reader: Pick<Reader, 'side'>): Promise<boolean> => {
  const defaultLinks = (await reader.side<ShownBuiltIns>('settings').get(SHOWN_BUILT_INS))?.shown;
  return isSettingOn({ defaultLinks }, 'defaultLinks');
};
