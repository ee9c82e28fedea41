import {
  DomainError,
  ROOT_ID,
  type ElementClass,
  type ElementId,
  type FormerView,
} from '@skyshelf/contracts';
import { blankRow, type CatalogRow } from '../../domain/catalog-row.js';
import { linkSize } from '../../domain/decision.js';
import { pathOf } from '../../domain/target-folder.js';
import { isGone, type TrashWork } from '../../domain/trash.js';
import { contentFields, versionId, type VersionRow, isVersion } from '../../domain/versions.js';
import type { Account, Catalog, CatalogSurvey } from '../catalog.js';
import { elementView } from '../element-view.js';
import { readTrashWork } from '../trash/trash-rows.js';
import { requireMoment, type Moment } from './moments.js';
import { readPast } from './read-past.js';
import { TwoTrees, type FormerElement } from './two-trees.js';

export interface FormerFolderQuestion extends Moment {
  folder: string;
  limit: number;
  after?: string | undefined;
}

export interface FormerFolder {
  docs: FormerView[];
  next: string | null;
  version: number;
  folders: { id: string; name: string }[];
  gone: number;
}

/**
 * Lists a folder as it was. Files and links that were deleted forever since are counted; such folders are shown for the
 * sake of what is left.
 */
export async function listThen(
  catalog: Catalog,
  account: Account,
  { folder: id, limit, after, ...asked }: FormerFolderQuestion,
): Promise<FormerFolder> {
  const folder = id as ElementId;
  const version = await requireMoment(catalog, account.drive, asked);
  const past = await readPast(catalog, account.drive, version);
  const survey = await catalog.store.reader(account.drive);
  const trees = new TwoTrees(survey, past);
  await trees.load([folder]);
  const way = wayTo(trees, folder);
  const own = await ownChildren(survey, trees, folder);
  const shown = own.filter((each) => each.row !== null || each.class === 'folder');
  const found = await mergedPage(survey, trees, { folder, own: shown, limit, after });
  const path = pathOf(way.map(({ name }) => name));
  const docs = await viewsOf(survey, trees, found, { path, user: account.sub });
  const last = found.at(-1);
  return {
    docs,
    next: found.length === limit && last ? `${last.class}:${last.nameKey}` : null,
    version,
    folders: way.map((each) => ({ id: each.id, name: each.name })),
    gone: own.length - shown.length,
  };
}

function wayTo(trees: TwoTrees, folder: ElementId): FormerElement[] {
  if (folder === ROOT_ID) return [];
  const self = trees.former(folder);
  const above = trees.wayThen(folder);
  if (!self || self.class !== 'folder' || !above)
    throw new DomainError('folder.not-found', { field: 'folder' });
  return [self, ...above].toReversed();
}

const IDS_AT_ONCE = 1000;

/** Reads the elements that stood in another place of the list than now, or in another folder. */
async function ownChildren(
  survey: CatalogSurvey,
  trees: TwoTrees,
  folder: ElementId,
): Promise<FormerElement[]> {
  const moved: ElementId[] = [];
  const renamed: ElementId[] = [];
  for (const [id, state] of trees.past.changed) {
    if (state.parentId === folder) moved.push(id);
    else if (state.parentId === undefined && state.name !== undefined) renamed.push(id);
  }
  for (let start = 0; start < renamed.length; start += IDS_AT_ONCE) {
    const some = renamed.slice(start, start + IDS_AT_ONCE);
    moved.push(...(await survey.find({ id: { in: some }, parentId: folder })).map(({ id }) => id));
  }
  await trees.load(moved);
  return moved.flatMap((id) => trees.former(id) ?? []);
}

interface PageOf {
  folder: ElementId;
  own: readonly FormerElement[];
  limit: number;
  after: string | undefined;
}

const classes: readonly ElementClass[] = ['folder', 'item'];

/** Folders come first, by name. */
async function mergedPage(
  survey: CatalogSurvey,
  trees: TwoTrees,
  { folder, own, limit, after }: PageOf,
): Promise<FormerElement[]> {
  const [, last, key = ''] = after?.match(/^(folder|item):(.*)$/su) ?? [];
  if (after !== undefined && !last) throw new DomainError('input.invalid', { field: 'after' });
  const found: FormerElement[] = [];
  for (const kind of classes) {
    if (found.length === limit || (last === 'item' && kind === 'folder')) continue;
    const from = last === kind ? key : null;
    const most = limit - found.length;
    const still = await stillThere(survey, trees, { folder, kind, from, most });
    const others = own.filter(
      (each) => each.class === kind && (from === null || byKey(each.nameKey, from) > 0),
    );
    const all = [...still, ...others].toSorted((a, b) => byKey(a.nameKey, b.nameKey));
    found.push(...all.slice(0, most));
  }
  return found;
}

/** The database compares by UTF-8, too. */
const byKey = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

interface Range {
  folder: ElementId;
  kind: ElementClass;
  from: string | null;
  most: number;
}

async function stillThere(
  survey: CatalogSurvey,
  trees: TwoTrees,
  { folder, kind, from, most }: Range,
): Promise<FormerElement[]> {
  const { changed, born } = trees.past;
  const stood = ({ id }: CatalogRow) => {
    const { parentId, name } = changed.get(id) ?? {};
    return !born.has(id) && parentId === undefined && name === undefined;
  };
  const found: CatalogRow[] = [];
  for (let after = from; found.length < most;) {
    const rows = await survey.page(
      { parentId: folder, class: kind },
      { by: 'nameKey', limit: most, ...(after !== null && { after }) },
    );
    found.push(...rows.filter(stood));
    after = rows.at(-1)?.nameKey ?? null;
    if (rows.length < most) break;
  }
  await trees.load(found.map(({ id }) => id));
  return found.flatMap(({ id }) => trees.former(id) ?? []);
}

async function viewsOf(
  survey: CatalogSurvey,
  trees: TwoTrees,
  found: readonly FormerElement[],
  { path, user }: { path: string; user: string },
): Promise<FormerView[]> {
  const work = await readTrashWork(survey);
  const wanted = found.flatMap(({ id, content }) => (content ? [versionId(id, content.blobId)] : []));
  const rows = wanted.length === 0 ? [] : await survey.find({ id: { in: wanted } });
  const versions = new Map(rows.filter(isVersion).map((row) => [row.versionOf, row]));
  return found.map((each) => {
    const view = elementView(rowThen(each, versions.get(each.id)), path, user);
    if (!each.row || !isReadable(trees, each.id, work)) return { ...withoutBytes(view), gone: true };
    if (each.content === null) return trees.wayNow(each.id) ? view : { ...view, kept: 'trash' };
    return versions.has(each.id) ? { ...view, kept: 'version' } : { ...withoutBytes(view), gone: true };
  });
}

const withoutBytes = (view: FormerView): FormerView => ({
  ...view,
  linkurl: view.linktype === 'folder' ? view.linkurl : null,
  thumbnailImage: null,
  thumbnailVideo: null,
  thumbnailWebsite: null,
  openElement: null,
});

/** It lies in the tree, or in the trash for some time. */
function isReadable(trees: TwoTrees, id: ElementId, work: readonly TrashWork[]): boolean {
  if (trees.wayNow(id)) return true;
  const lies = trees.itemOf(id);
  const row = trees.now(id);
  return lies !== null && row !== null && !isGone(work, { row, ...lies });
}

/** Pictures made of the bytes later are shown too. */
function rowThen(each: FormerElement, version: VersionRow | undefined): CatalogRow {
  const { id, parentId, name, nameKey, tags, content, row } = each;
  const same = { id, parentId, name, nameKey, tags };
  const { copying: _, shared: __, versions: ___, ...base } = { ...goneFolder, ...row };
  const isLink = base.class === 'item' && base.blobId === null && base.url !== null;
  const size = isLink ? linkSize(name, base.url ?? '') : base.size;
  if (!content) return { ...base, copying: null, size, ...same };
  const { derived } = version ?? content;
  return { ...base, copying: null, ...contentFields({ ...content, derived }), ...same };
}

const goneFolder = {
  ...blankRow,
  class: 'folder' as const,
  kind: 'folder',
  words: [],
  size: 0,
  born: new Date(0).toISOString(),
  bornVersion: 0,
  rev: 0,
};
