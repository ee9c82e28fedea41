import { DomainError } from '@skyshelf/contracts';
import { builtInElements } from '../../domain/built-in-elements.data.js';
import type { Account, Catalog } from '../catalog.js';
import type { FolderAddress } from '../slices/read-folder.js';
import { builtInView } from './built-in-view.js';
import { listingBytes } from './listing-bytes.js';
import { sorted, type ListingOrder } from './listing-order.js';
import { listingTag, mayBeRoot, questionName, type ListingQuestion } from './listing-question.js';
import { atOneMoment, type Listed } from './listing-rows.js';
import type { Listings, LoadedListing } from './listings.js';

export interface WholeListing {
  bytes: Buffer;
  /** Equal to another one's only when the bytes are. */
  tag: string;
}

/**
 * The elements of a folder in order, as ready bytes. While nothing changes in the drive, reading its version
 * is all that a call costs.
 * @throws DomainError folder.not-found
 */
export async function listFolder(
  catalog: Catalog,
  listings: Listings,
  account: Account,
  question: ListingQuestion,
): Promise<WholeListing> {
  const version = await catalog.store.version(account.drive);
  const name = questionName(account, question);
  const { bytes, tag = '' } = await listings.at(version, name, () =>
    loadListing(catalog, account, question, name),
  );
  return { bytes, tag };
}

async function loadListing(
  catalog: Catalog,
  account: Account,
  question: ListingQuestion,
  name: string,
): Promise<LoadedListing> {
  const { value, version, exact, folder } = await atOneMoment(
    catalog,
    account,
    question,
    async ({ survey, folder: { folderId }, builtIns }): Promise<Listed[]> => [
      ...(await survey.find({ parentId: folderId }, { order: 'any' })),
      ...builtIns,
    ],
  );
  return {
    version,
    exact,
    tag: listingTag(version, name),
    bytes: await listingBytes(sorted(value, question.order), folder, account.sub, version),
  };
}

/**
 * What a visitor sees: the built-in elements, nothing of anybody's.
 * @throws DomainError folder.not-found for any path but the root
 */
export function listForVisitor({ address, order }: { address: FolderAddress; order: ListingOrder }) {
  if (!mayBeRoot(address) || address.url !== '/') throw new DomainError('folder.not-found', { field: 'url' });
  const docs = sorted(builtInElements, order).map((element) => builtInView(element, ''));
  return { docs, folderId: 'root' as const, version: 0 };
}
