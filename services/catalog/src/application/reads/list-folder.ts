import { DomainError, type DriveId, type ElementId } from '@skyshelf/contracts';
import { builtInElements } from '../../domain/built-in-elements.data.js';
import type { Account, Catalog } from '../catalog.js';
import type { FolderAddress } from '../slices/read-folder.js';
import { builtInView } from '../element-view.js';
import { listingBytes, type Listing, type Listings, type LoadedListing } from './listings.js';
import { sorted, type ListingOrder } from './listing-order.js';
import {
  listingTag,
  shownVersion,
  versionFor,
  mayBeRoot,
  questionName,
  type ListingQuestion,
  atOneMoment,
  readAtMost,
} from './listing-rows.js';
import { withCounts } from './opened-elements.js';

export interface TaggedListing {
  bytes: Buffer;
  /** Changes whenever the bytes do. */
  tag: string;
}

/**
 * Gives the response as bytes. For an unchanged drive a call reads only its version and that of its open counts, which
 * are patched in.
 */
export async function listFolder(
  catalog: Catalog,
  listings: Listings,
  account: Account,
  question: ListingQuestion,
): Promise<TaggedListing> {
  const found = await ready(catalog, listings, account, question);
  return { bytes: found.listing.bytes, tag: found.tag };
}

/** Is null for a folder with more than `most` elements. */
export async function listSmallFolder(
  catalog: Catalog,
  listings: Listings,
  account: Account,
  question: ListingQuestion,
  most: number,
): Promise<TaggedListing | null> {
  const { listing, tag } = await ready(catalog, listings, account, question, most);
  return listing.tooLarge ? null : { bytes: listing.bytes, tag };
}

async function ready(
  catalog: Catalog,
  listings: Listings,
  account: Account,
  question: ListingQuestion,
  most?: number,
): Promise<{ listing: Listing; tag: string }> {
  const { drive } = account;
  const [version, opened] = await Promise.all([catalog.store.version(drive), catalog.opens.revision(drive)]);
  const name = questionName(account, question, ...(most === undefined ? [] : ['at most', String(most)]));
  const kept = await listings.at(version, name, () => load(catalog, account, question, { opened, most }));
  const listing = kept.tooLarge ? kept : await withOpenings(catalog, drive, kept, opened);
  if (listing !== kept) listings.replace(name, kept, listing);
  const shown = shownVersion(catalog, listing.version);
  const tagged = { version: shown, opened: listing.opened ?? 0, name, bytes: listing.bytes };
  return { listing, tag: listingTag(account, tagged) };
}

async function withOpenings(
  { opens }: Catalog,
  drive: DriveId,
  listing: Listing,
  opened: number,
): Promise<Listing> {
  const has = listing.opened ?? 0;
  if (has >= opened) return listing;
  const { revision, counts } = await opens.since(drive, has);
  return { ...listing, opened: revision, bytes: withCounts(listing.bytes, counts) };
}

async function load(
  catalog: Catalog,
  account: Account,
  question: ListingQuestion,
  { opened, most }: { opened: number; most: number | undefined },
): Promise<LoadedListing> {
  const { value, version, exact, folder } = await atOneMoment(catalog, account, question, (open) =>
    readAtMost(open, most ?? Number.POSITIVE_INFINITY),
  );
  if (!value || value.length > (most ?? value.length))
    return { version, exact, opened, bytes: Buffer.alloc(0), tooLarge: true };
  const ids = value.map(({ id }) => id as ElementId);
  const counts = opened === 0 ? new Map<string, number>() : await catalog.opens.of(account.drive, ids);
  const listed = sorted(value, question.order);
  const place = { folderId: folder.folderId, version: versionFor(catalog, account, version) };
  const end = most === undefined ? place : { ...place, next: null, ...question.order };
  return { version, exact, opened, bytes: await listingBytes(listed, folder, account.sub, end, counts) };
}

/** Built-in elements only. */
export function listForVisitor({ address, order }: { address: FolderAddress; order: ListingOrder }) {
  if (!mayBeRoot(address) || address.url !== '/') throw new DomainError('folder.not-found', { field: 'url' });
  const docs = sorted(builtInElements, order).map((element) => builtInView(element, ''));
  return { docs, folderId: 'root' as const, version: 0 };
}
