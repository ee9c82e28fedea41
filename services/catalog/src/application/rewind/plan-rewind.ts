import {
  DomainError,
  isLimbo,
  ROOT_ID,
  type BlobId,
  type ElementId,
  type RewindPlan,
} from '@skyshelf/contracts';
import { nameKey, sameTags } from '@skyshelf/contracts/rules';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { isRewinding } from '../../domain/rewind/past.js';
import { isGone, type TrashWork } from '../../domain/trash.js';
import { isVersion, versionId } from '../../domain/versions.js';
import type { Reader } from '../slices/read-folder.js';
import { readTrashWork } from '../trash/trash-rows.js';
import type { FormerElement, TwoTrees } from './two-trees.js';

/** A folder that is there, and those below it that must be made again. */
export interface FormerHome {
  folderId: ElementId;
  missing: readonly string[];
}

export interface Placing extends Pick<CatalogRow, 'id' | 'name' | 'nameKey' | 'tags'> {
  home: FormerHome;
  /** It lies in its folder already. */
  isThere: boolean;
}

/** All that differs between the folder and what it held at the moment, as far as it can be changed now. */
export interface RewindWork {
  plan: RewindPlan;
  /** They leave their places first, so that all names and places are free. */
  detached: ElementId[];
  /** A folder comes before what it holds. */
  placed: Placing[];
  trashed: ElementId[];
  tagged: { id: ElementId; tags: string[] }[];
  contents: { id: ElementId; blobId: BlobId }[];
}

export interface RewindScope {
  folder: ElementId;
  /** Elements that came after this version stay. */
  startVersion: number;
}

/** @throws DomainError `folder.not-found`: it was not there, or cannot come back */
export async function planRewind(reader: Reader, trees: TwoTrees, scope: RewindScope): Promise<RewindWork> {
  const { changed, born } = trees.past;
  await trees.load([scope.folder]);
  requireFolderThen(trees, scope.folder);
  const planner = new Planner(reader, trees, scope, await readTrashWork(reader));
  await planner.readVersions();
  for await (const some of loaded(trees, changed.keys())) for (const id of some) await planner.bringBack(id);
  for await (const some of loaded(trees, born)) for (const id of some) planner.sendAway(id);
  return planner.finished();
}

/** A million elements do not fit into memory at once. */
async function* loaded(trees: TwoTrees, ids: Iterable<ElementId>): AsyncGenerator<ElementId[]> {
  const all = [...ids];
  for (let start = 0; start < all.length; start += IDS_AT_ONCE) {
    const some = all.slice(start, start + IDS_AT_ONCE);
    await trees.load(some);
    yield some;
    trees.forgetItems(some);
  }
}

function requireFolderThen(trees: TwoTrees, folder: ElementId): void {
  if (folder === ROOT_ID) return;
  const then = trees.former(folder);
  const isThere = then?.class === 'folder' && then.row !== null && trees.wayThen(folder) !== null;
  if (!isThere) throw new DomainError('folder.not-found', { field: 'folder' });
  const canReturn = then.parentId === ROOT_ID || trees.wayNow(then.parentId) !== null;
  if (!trees.wayNow(folder) && !canReturn)
    throw new DomainError('folder.not-found', { field: 'folder', message: isDeleted });
}

const isDeleted = 'The folder around it was deleted too: put that back.';
const IDS_AT_ONCE = 1000;

class Planner {
  private readonly work: RewindWork = {
    plan: { restored: 0, moved: 0, renamed: 0, tagged: 0, versions: 0, trashed: 0, gone: 0, lost: 0 },
    detached: [],
    placed: [],
    trashed: [],
    tagged: [],
    contents: [],
  };
  private readonly homes = new Map<ElementId, FormerHome>();
  private readonly depths = new Map<ElementId, number>();
  private readonly versions = new Set<ElementId>();
  private readonly leaving = new Set<ElementId>();

  constructor(
    private readonly reader: Reader,
    private readonly trees: TwoTrees,
    private readonly scope: RewindScope,
    private readonly trashWork: readonly TrashWork[],
  ) {}

  async readVersions(): Promise<void> {
    const wanted = [...this.trees.past.changed].flatMap(([id, { content }]) =>
      content ? [versionId(id, content.blobId)] : [],
    );
    for (let start = 0; start < wanted.length; start += IDS_AT_ONCE) {
      const some = wanted.slice(start, start + IDS_AT_ONCE);
      for (const row of await this.reader.find({ id: { in: some } }))
        if (isVersion(row)) this.versions.add(row.id);
    }
  }

  async bringBack(id: ElementId): Promise<void> {
    const then = this.trees.former(id);
    const row = this.trees.now(id);
    const isIn = then !== null && this.wasIn(id);
    if (!row) this.work.plan.gone += isIn ? 1 : 0;
    else if (then && isIn) await this.restore(then, row);
    else if (id !== this.scope.folder && this.isIn(id)) await this.moveAway(then, row);
  }

  private async restore(then: FormerElement, row: CatalogRow): Promise<void> {
    const { plan, placed, detached, tagged } = this.work;
    const isLive = this.trees.wayNow(then.id) !== null;
    if (!isLive && !this.canReturn(row)) return void (plan.gone += 1);
    const home = await this.homeOf(then.parentId);
    const stands = home.missing.length === 0 && row.parentId === home.folderId;
    const isRenamed = row.name !== then.name;
    const isTagged = !sameTags(row.tags, then.tags);
    this.planContent(then);
    if (!isLive && !stands) plan.restored += 1;
    else if (!stands) plan.moved += 1;
    else if (isRenamed) plan.renamed += 1;
    else if (isTagged) plan.tagged += 1;
    if (!isLive && stands) return;
    if (isLive && stands && !isRenamed) {
      if (isTagged) tagged.push({ id: then.id, tags: then.tags });
      return;
    }
    if (isLive) detached.push(then.id);
    placed.push(this.placing(then, home, isLive && stands));
  }

  private placing(
    { id, name, nameKey: key, tags }: FormerElement,
    home: FormerHome,
    isThere = false,
  ): Placing {
    this.depths.set(id, this.trees.wayThen(id)?.length ?? 0);
    return { id, name, nameKey: key, tags, home, isThere };
  }

  private planContent({ id, content, row }: FormerElement): void {
    if (!content || !row?.blobId) return;
    const isKept = this.versions.has(versionId(id, content.blobId));
    if (isKept) this.work.contents.push({ id, blobId: content.blobId });
    this.work.plan[isKept ? 'versions' : 'lost'] += 1;
  }

  /** It was elsewhere, or in the trash. */
  private async moveAway(then: FormerElement | null, row: CatalogRow): Promise<void> {
    const { plan, detached, placed, trashed } = this.work;
    const isHomeThere = then?.parentId === ROOT_ID || (then && this.trees.wayNow(then.parentId) !== null);
    if (then && isHomeThere && this.trees.wayThen(then.id)) {
      plan.moved += 1;
      detached.push(then.id);
      placed.push(this.placing(then, { folderId: then.parentId, missing: [] }));
      return;
    }
    plan.trashed += 1;
    this.leaving.add(row.id);
    trashed.push(row.id);
  }

  /** Elements that came since go to the trash, with all that they hold by then. */
  sendAway(id: ElementId): void {
    const row = this.trees.now(id);
    if (!row || row.bornVersion > this.scope.startVersion) return;
    if (this.trees.past.born.has(row.parentId) || !this.willBeIn(row)) return;
    this.work.plan.trashed += 1;
    if (this.trees.wayNow(id)) this.work.trashed.push(id);
  }

  /** Tells whether it lies in the folder when all has come back. */
  private willBeIn(row: CatalogRow): boolean {
    const { folder } = this.scope;
    let isIn = folder === ROOT_ID;
    let at: ElementId = row.parentId;
    for (let steps = 0; at !== ROOT_ID && steps <= MOST_STEPS; steps += 1) {
      const above = this.trees.now(at);
      if (!above || this.leaving.has(at) || isLimbo(at)) return false;
      isIn ||= at === folder;
      const then = this.trees.past.changed.has(at) && this.wasIn(at) ? this.trees.former(at) : null;
      at = then ? (this.homes.get(then.parentId)?.folderId ?? then.parentId) : above.parentId;
    }
    return isIn && at === ROOT_ID;
  }

  private wasIn(id: ElementId): boolean {
    const { folder } = this.scope;
    const way = this.trees.wayThen(id);
    if (id === folder) return this.isAstray();
    return way !== null && (folder === ROOT_ID || way.some((each) => each.id === folder));
  }

  /** The folder itself keeps its place, unless it is deleted or lies in what it held then. */
  private isAstray(): boolean {
    const { folder } = this.scope;
    if (folder === ROOT_ID) return false;
    const way = this.trees.wayNow(folder);
    return way === null || way.some(({ id }) => this.trees.wayThen(id)?.some((each) => each.id === folder));
  }

  private isIn(id: ElementId): boolean {
    const { folder } = this.scope;
    const way = this.trees.wayNow(id);
    return way !== null && (folder === ROOT_ID || way.some((each) => each.id === folder));
  }

  private canReturn(row: CatalogRow): boolean {
    const lies = this.trees.itemOf(row.id);
    if (lies) return !isGone(this.trashWork, { row, ...lies });
    let at: CatalogRow | null = row;
    for (let steps = 0; at && !isLimbo(at.parentId) && steps <= MOST_STEPS; steps += 1)
      at = this.trees.now(at.parentId);
    return at !== null && isRewinding(at.parentId);
  }

  private async homeOf(parentId: ElementId): Promise<FormerHome> {
    if (parentId === ROOT_ID || this.trees.now(parentId)) return { folderId: parentId, missing: [] };
    const known = this.homes.get(parentId);
    if (known) return known;
    const then = this.trees.former(parentId);
    const home = then ? await this.madeAgain(then) : { folderId: this.scope.folder, missing: [] };
    this.homes.set(parentId, home);
    return home;
  }

  /** A folder that this process has made again stands for one that was deleted forever. */
  private async madeAgain({ parentId, name }: FormerElement): Promise<FormerHome> {
    const above = await this.homeOf(parentId);
    if (above.missing.length > 0) return { ...above, missing: [...above.missing, name] };
    const where = { parentId: above.folderId, class: 'folder' as const, nameKey: nameKey(name) };
    const [folder] = await this.reader.find(where, { limit: 1 });
    // Another folder of that name goes back to where it was, or to the trash.
    if (!folder || folder.bornVersion <= this.scope.startVersion) return { ...above, missing: [name] };
    await this.trees.load([folder.id]);
    return { folderId: folder.id, missing: [] };
  }

  finished(): RewindWork {
    const depthOf = ({ id }: Placing) => this.depths.get(id) ?? 0;
    // Few folders in each chunk: names are looked up in all of them.
    const order = (a: Placing, b: Placing) =>
      depthOf(a) - depthOf(b) || (a.home.folderId < b.home.folderId ? -1 : 1);
    return { ...this.work, placed: this.work.placed.toSorted(order) };
  }
}

const MOST_STEPS = 256;

export const isNothing = (work: RewindWork): boolean =>
  [work.detached, work.placed, work.trashed, work.tagged, work.contents].every((each) => each.length === 0);
