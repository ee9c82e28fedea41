import {
  DomainError,
  type DriveId,
  type ElementId,
  limits,
  type ListedShare,
  type OpenShare,
  type ScopeRoots,
  type ShareView,
  type ShownFolder,
} from '@skyshelf/contracts';
import { nothingReceived, stateOf } from '../../domain/shares.js';
import { pathOf } from '../../domain/target-folder.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Account, Catalog, CatalogSurvey } from '../catalog.js';
import { listPage } from '../reads/list-page.js';
import type { Listings } from '../reads/listings.js';
import { addressIn, readAncestors, walkUp, type Reader } from '../slices/read-folder.js';
import { openReader, reachOf, requireWithin } from '../slices/require-within.js';
import {
  secretsName,
  type ShareCount,
  type ShareDeps,
  type ShareSecrets,
  type StoredShare,
} from './share-deps.js';

const NOT_COUNTED: ShareCount = { opened: 0, downloads: 0 };

/** The latest first. */
export async function listShares(deps: ShareDeps, { drive }: Pick<Account, 'drive'>): Promise<ShareView[]> {
  const reader = await deps.catalog.store.reader(drive);
  const shares = await reader.side<StoredShare>('shares').find({});
  const secrets = await reader.side<ShareSecrets>('settings').find({ id: { prefix: secretsName('') } });
  const addresses = new Map(secrets.map(({ id, sealed }) => [id, sealed]));
  const counts = await deps.counts.of(drive);
  const views = await Promise.all(
    shares.map((each) =>
      viewOf(deps, reader, each, addresses.get(secretsName(each.id)), counts.get(each.id)),
    ),
  );
  return views.toSorted((a, b) => (a.date < b.date ? 1 : -1));
}

/** @throws DomainError `share.not-found` for one that was ended in between */
export async function showShare(deps: ShareDeps, account: Account, id: string): Promise<ShareView> {
  const reader = await deps.catalog.store.reader(account.drive);
  const share = await reader.side<StoredShare>('shares').get(id);
  const secrets = await reader.side<ShareSecrets>('settings').get(secretsName(id));
  if (!share) throw new DomainError('share.not-found');
  const counts = await deps.counts.of(account.drive);
  return viewOf(deps, reader, share, secrets?.sealed, counts.get(id));
}

async function viewOf(
  { catalog, sealer }: ShareDeps,
  reader: Reader,
  { share, received = nothingReceived }: StoredShare,
  sealed: string | undefined,
  counted = NOT_COUNTED,
): Promise<ShareView> {
  const token = sealed === undefined ? null : sealer.open(sealed, share.id);
  const { id, title, note, created: date, expires, download, downloadLimit, paused, hasPassword } = share;
  const roots = await rootViews(reader, share.roots);
  const state = stateOf(share, catalog.clock.now());
  const isClosed = state === 'open' && roots.every(({ path }) => path === null);
  return {
    id,
    title,
    note,
    date,
    expires,
    password: hasPassword,
    download,
    downloadLimit,
    paused,
    roots,
    address: token === null ? null : `/s/${token}`,
    state: isClosed ? 'closed' : state,
    opened: counted.opened,
    downloads: counted.downloads,
    receives: share.receives ? { ...share.receives, ...received } : null,
  };
}

async function rootViews(reader: Reader, ids: ScopeRoots): Promise<ShareView['roots']> {
  const rows = await reader.find({ id: { in: ids } });
  const folders = await readAncestors(reader, rows);
  return rows.map((row) => {
    const above = walkUp(row, folders);
    const names = above?.map((id) => folders.get(id)?.name ?? '').toReversed();
    return { _id: row.id, linkname: row.name, linktype: row.kind, path: names ? pathOf(names) : null };
  });
}

/** An operator sees links without the facts that are for owners and visitors alone. */
export async function listAllShares(
  { catalog, directory, counts }: ShareDeps,
  limit: number,
): Promise<ListedShare[]> {
  const found = await directory.all(limit);
  const drives = [...new Set(found.map(({ drive }) => drive))];
  const counted = new Map<DriveId, ReadonlyMap<string, ShareCount>>();
  for (const drive of drives) counted.set(drive, await counts.of(drive));
  return found.map(({ drive, share, received = nothingReceived }) => {
    const { opened, downloads } = counted.get(drive)?.get(share.id) ?? NOT_COUNTED;
    const { id, created, roots } = share;
    const state = stateOf(share, catalog.clock.now());
    const come = share.receives && { received: received.files };
    return { drive, id, created, state, elements: roots.length, opened, downloads, ...come };
  });
}

/** No account has it: where there is no link, as much is read. */
const NO_DRIVE = 'none' as DriveId;
const NO_ROOTS: ScopeRoots = ['none' as ElementId];

/** The answer takes the same work whether there is a link, and whether it is open. */
export async function findShare(deps: ShareDeps, hash: string): Promise<OpenShare | null> {
  const found = await deps.directory.find(hash);
  return readOpenShare(deps, found?.drive ?? NO_DRIVE, found?.id ?? 'none');
}

/** null unless visitors may see it. */
export async function readOpenShare(
  { catalog }: Pick<ShareDeps, 'catalog'>,
  drive: DriveId,
  id: string,
): Promise<OpenShare | null> {
  const reader = await catalog.store.reader(drive);
  const [kept, secrets] = await Promise.all([
    reader.side<StoredShare>('shares').get(id),
    reader.side<ShareSecrets>('settings').get(secretsName(id)),
  ]);
  const share = kept && stateOf(kept.share, catalog.clock.now()) === 'open' ? kept.share : null;
  const { roots } = await requireWithin(reader, share?.roots ?? NO_ROOTS);
  if (!share || !secrets || roots.length === 0) return null;
  const [top] = roots.length === 1 ? roots : [];
  const { hash: _, paused: __, hasPassword: ___, created: ____, ...shown } = share;
  const sole = top?.class === 'folder' ? { top: top.name } : {};
  return { ...shown, ...sole, drive, password: secrets.password };
}

const SHOWN_FIRST = 500;

/**
 * The first page of a folder, as a visitor's own call lists it.
 * @throws DomainError `folder.not-found`
 */
export async function listShown(
  catalog: Catalog,
  listings: Listings,
  { drive, path, ...link }: Pick<OpenShare, 'drive' | 'id' | 'roots' | 'generation'> & { path: string },
): Promise<ShownFolder> {
  const scope = { kind: 'share', rights: ['list'], ...link } as const;
  const visitor = { drive, sub: `share|${link.id}`, scope };
  const question = { address: addressIn({ url: path }), order: { sort: 'name', direction: 'asc' } } as const;
  const { bytes } = await listPage(catalog, listings, visitor, question, { limit: SHOWN_FIRST });
  const { docs, folderId, next } = JSON.parse(bytes.toString()) as ShownFolder;
  return { docs, folderId, next };
}

const FOLDERS_AT_A_TIME = 200;
/** The number of elements that are looked at for a feed. */
const MOST_LOOKED_AT = 5_000;
const NEWEST = 50;

export type NewElement = Pick<CatalogRow, 'id' | 'name' | 'kind' | 'born'>;

/** Order: latest first. */
export async function newestWithin(
  catalog: Catalog,
  drive: DriveId,
  roots: ScopeRoots,
): Promise<NewElement[]> {
  const reader = await openReader(catalog, reachOf(drive, roots));
  const rows = await rowsBelow(reader, MOST_LOOKED_AT);
  return rows
    .filter((row) => row.class === 'item')
    .toSorted((a, b) => (a.born < b.born ? 1 : -1))
    .slice(0, NEWEST)
    .map(({ id, name, kind, born }) => ({ id, name, kind, born }));
}

/** Answers at most so many elements, level by level. */
export async function rowsBelow(reader: CatalogSurvey, most: number): Promise<CatalogRow[]> {
  const found: CatalogRow[] = [];
  let folders: ElementId[] = ['root' as ElementId];
  for (let depth = 0; folders.length > 0 && depth <= limits.maxDepth; depth += 1) {
    const level: ElementId[] = [];
    for (let start = 0; start < folders.length && found.length < most; start += FOLDERS_AT_A_TIME) {
      const parents = { in: folders.slice(start, start + FOLDERS_AT_A_TIME) };
      const rows = await reader.find({ parentId: parents }, { limit: most - found.length });
      found.push(...rows);
      level.push(...rows.filter((row) => row.class === 'folder').map(({ id }) => id));
    }
    folders = level;
  }
  return found;
}
