import { DomainError, type ElementId, type TrashedElement } from '@skyshelf/contracts';
import { compareNames, foldAccents } from '@skyshelf/contracts/rules';
import type { CatalogRow } from '../../domain/catalog-row.js';
import {
  daysMs,
  deletedAt,
  isBeingPurged,
  isGone,
  isTrashItem,
  type TrashItem,
  type TrashWork,
} from '../../domain/trash.js';
import type { Account, Catalog, CatalogSurvey } from '../catalog.js';
import { elementView } from '../element-view.js';
import { readAncestors } from '../slices/read-folder.js';
import { itemOf, readTrashWork, trashItems } from '../trash/trash-rows.js';
import { readTrashDays } from '../trash/trash-settings.js';

export interface TrashQuestion {
  folder?: string | undefined;
  text?: string | undefined;
  sort?: 'deleted' | 'name' | 'size' | undefined;
  direction?: 'asc' | 'desc' | undefined;
  limit: number;
  after?: string | undefined;
}

interface TrashPage {
  docs: TrashedElement[];
  next: string | null;
  kept: number;
  days: number;
  folders: { id: string; name: string }[];
}

/** In other orders than by date, only so many are sorted. */
const MOST_SORTED = 20_000;
const sortedAtOnce = 2_500;

export async function listTrash(
  catalog: Catalog,
  account: Account,
  question: TrashQuestion,
): Promise<TrashPage> {
  const survey = await catalog.store.reader(account.drive);
  const [days, work] = await Promise.all([readTrashDays(survey, catalog.settings), readTrashWork(survey)]);
  const state = survey.state();
  const kept = state.kept - state.history;
  const isThere = (item: TrashItem) => !isBeingPurged(work, item);
  if (question.folder !== undefined)
    return { kept, days, ...(await listInside(survey, account, question.folder, question, work)) };
  const { items, next } = await itemsAsked(survey, question, isThere);
  const docs = items.map((item) => {
    const deleted = deletedAt(item.trashed);
    const until = new Date(deleted.getTime() + daysMs(days));
    return {
      ...elementView(item, item.trash.path, account.sub),
      deleted: deleted.toISOString(),
      until: until.toISOString(),
      kept: item.kept ? { bytes: item.kept.bytes, count: item.kept.count } : null,
    };
  });
  return { docs, next, kept, days, folders: [] };
}

type IsThere = (item: TrashItem) => boolean;

async function itemsAsked(
  survey: CatalogSurvey,
  { text, sort = 'deleted', direction, limit, after }: TrashQuestion,
  isThere: IsThere,
): Promise<{ items: TrashItem[]; next: string | null }> {
  const part = foldAccents((text ?? '').trim());
  const fits = (item: TrashItem) => isThere(item) && foldAccents(item.name).includes(part);
  const sorted = sort === 'deleted' ? null : await allOf(survey, fits);
  if (sorted)
    return pageOf(sorted.toSorted(orders[sort === 'size' ? 'size' : 'name']), { direction, limit, after });
  // Nearly all fit where nothing is searched for.
  const first = part === '' ? limit + 1 : rowsAtOnce;
  return byDate(survey, fits, { descending: direction !== 'asc', limit, after, first });
}

const orders = {
  name: (a: TrashItem, b: TrashItem) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1),
  size: (a: TrashItem, b: TrashItem) => (a.kept?.bytes ?? 0) - (b.kept?.bytes ?? 0) || (a.id < b.id ? -1 : 1),
};

/** null: too many to be sorted. */
async function allOf(survey: CatalogSurvey, fits: IsThere): Promise<TrashItem[] | null> {
  const found: TrashItem[] = [];
  for await (const items of trashItems(survey, null, sortedAtOnce)) {
    found.push(...items.filter(fits));
    if (found.length > MOST_SORTED) return null;
  }
  return found;
}

function pageOf(
  items: readonly TrashItem[],
  { direction = 'asc', limit, after }: Pick<TrashQuestion, 'direction' | 'limit' | 'after'>,
): { items: TrashItem[]; next: string | null } {
  const ordered = direction === 'desc' ? items.toReversed() : items;
  const start = after === undefined ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
  const page = ordered.slice(start, start + limit);
  const isLast = start + limit >= ordered.length;
  return { items: [...page], next: isLast ? null : (page.at(-1)?.id ?? null) };
}

const rowsAtOnce = 1000;
/** A search ends after so many that don't fit; the next page goes on. */
const MOST_LOOKED_AT = 50_000;
/** They stand behind and before each key. */
const ends = { latest: '~', oldest: '' };

interface OrderByDate {
  descending: boolean;
  limit: number;
  after: string | undefined;
  /** The number of rows that are read at first. */
  first: number;
}

async function byDate(
  survey: CatalogSurvey,
  fits: IsThere,
  { descending, limit, after, first }: OrderByDate,
): Promise<{ items: TrashItem[]; next: string | null }> {
  const found: TrashItem[] = [];
  let from = after ?? (descending ? ends.latest : ends.oldest);
  let atOnce = first;
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += rowsAtOnce) {
    const rows = await survey.page({}, { by: 'trashed', after: from, descending, limit: atOnce });
    for (const row of rows.filter(isTrashItem)) {
      if (found.length === limit) return { items: found, next: from };
      from = row.trashed;
      if (fits(row)) found.push(row);
    }
    if (rows.length < atOnce) return { items: found, next: null };
    from = rows.at(-1)?.trashed ?? from;
    atOnce = rowsAtOnce;
  }
  return { items: found, next: from };
}

/** Folders come first, by name. */
async function listInside(
  survey: CatalogSurvey,
  { sub }: Account,
  id: string,
  { limit, after, text }: TrashQuestion,
  work: readonly TrashWork[],
): Promise<Pick<TrashPage, 'docs' | 'next' | 'folders'>> {
  const [row] = await survey.find({ id: id as ElementId, class: 'folder' });
  const lies = row && itemOf(row, await readAncestors(survey, [row]));
  if (!row || !lies || isGone(work, { row, ...lies }))
    throw new DomainError('trash.not-found', { field: 'folder' });
  const way = [row, ...lies.above].toReversed();
  const path = lies.item.trash.path + way.map(({ name }) => `${name}/`).join('');
  const part = foldAccents((text ?? '').trim());
  const { rows, next } = await pageInside(survey, row.id, limit, after);
  const shown = rows.filter(
    (each) => foldAccents(each.name).includes(part) && !isBeingPurged(work, lies.item, [each]),
  );
  return {
    docs: shown.map((each) => elementView(each, path, sub)),
    next,
    folders: way.map((folder) => ({ id: folder.id, name: folder.name })),
  };
}

async function pageInside(
  survey: CatalogSurvey,
  parentId: ElementId,
  limit: number,
  after: string | undefined,
): Promise<{ rows: CatalogRow[]; next: string | null }> {
  const [, last, key = ''] = after?.match(/^(folder|item):(.*)$/su) ?? [];
  if (after !== undefined && !last) throw new DomainError('input.invalid', { field: 'after' });
  const rows: CatalogRow[] = [];
  for (const each of ['folder', 'item'] as const) {
    if (rows.length === limit || (last === 'item' && each === 'folder')) continue;
    const from = last === each ? { after: key } : {};
    rows.push(
      ...(await survey.page(
        { parentId, class: each },
        { by: 'nameKey', limit: limit - rows.length, ...from },
      )),
    );
  }
  const end = rows.at(-1);
  return { rows, next: rows.length === limit && end ? `${end.class}:${end.nameKey}` : null };
}
