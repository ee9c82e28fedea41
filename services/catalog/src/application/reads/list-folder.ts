import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { sortByName } from '../../domain/sort-by-name.js';
import type { Account, Catalog } from '../catalog.js';
import { elementView } from '../element-view.js';
import { readFolder, type Folder, type FolderAddress } from '../slices/read-folder.js';

/** A listing as it goes over the wire. */
export interface Listing {
  /** Of the drive; the rows are of this version or newer. */
  version: number;
  bytes: Buffer;
}

/** Keeps listings by name and version; see infrastructure/listing-cache.ts. */
export interface Listings {
  at(version: number, name: string, load: () => Promise<Listing & { exact: boolean }>): Promise<Listing>;
}

/**
 * While others write, so many tries to see the folder at one moment; then the version says what to catch up
 * from.
 */
const tries = 3;

/**
 * The elements of a folder by name, as ready bytes. While nothing changes in the drive, reading its version
 * is all that a call costs.
 * @throws DomainError folder.not-found
 */
export async function listFolder(
  catalog: Catalog,
  listings: Listings,
  account: Account,
  address: FolderAddress,
): Promise<Buffer> {
  const version = await catalog.store.version(account.drive);
  const name = JSON.stringify([
    account.drive,
    account.sub,
    address.folderId ?? null,
    address.folderId === undefined ? address.url : null,
  ]);
  const { bytes } = await listings.at(version, name, () => loadListing(catalog, account, address));
  return bytes;
}

async function loadListing(
  catalog: Catalog,
  account: Account,
  address: FolderAddress,
): Promise<Listing & { exact: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const reader = await catalog.store.reader(account.drive);
    const { version } = reader.state();
    const folder = await readFolder(reader, address);
    if (!folder.chain)
      throw new DomainError('folder.not-found', {
        field: address.folderId === undefined ? 'url' : 'folderId',
      });
    const rows = await reader.find({ parentId: folder.folderId }, { order: 'any' });
    const exact = (await catalog.store.version(account.drive)) === version;
    if (!exact && attempt < tries) continue;
    const bytes = await listingBytes(sortByName(rows), folder, account.sub, version);
    return { version, exact, bytes };
  }
}

/** Rows written as JSON before others get their turn: about 2 ms. */
const rowsAtATime = 1000;

/** `{"docs":[…],"folderId":…,"version":…}`. A folder of 100,000 elements would hold up everybody else for half a second. */
async function listingBytes(
  rows: readonly CatalogRow[],
  { path, folderId }: Folder,
  user: string,
  version: number,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let start = 0; start < rows.length; start += rowsAtATime) {
    if (start > 0) await nextTurn();
    const docs = rows.slice(start, start + rowsAtATime).map((row) => elementView(row, path, user));
    parts.push(Buffer.from(`${start > 0 ? ',' : ''}${JSON.stringify(docs).slice(1, -1)}`));
  }
  const rest = JSON.stringify({ folderId, version }).slice(1);
  return Buffer.concat([Buffer.from('{"docs":['), ...parts, Buffer.from(`],${rest}`)]);
}

/**
 * What a visitor sees: nothing of anybody's.
 * @throws DomainError folder.not-found for any path but the root
 */
export function listForVisitor({ url, folderId }: FolderAddress): { docs: []; folderId: 'root'; version: 0 } {
  if (url !== '/' || (folderId !== undefined && folderId !== 'root'))
    throw new DomainError('folder.not-found', { field: 'url' });
  return { docs: [], folderId: 'root', version: 0 };
}
