import { createHash } from 'node:crypto';
import { ROOT_ID } from '@skyshelf/contracts';
import type { Account } from '../catalog.js';
import type { FolderAddress } from '../slices/read-folder.js';
import type { ListingOrder } from './listing-order.js';

export interface ListingQuestion {
  address: FolderAddress;
  order: ListingOrder;
  /** In the root; default: the account's setting. */
  defaultLinks?: boolean;
}

/** Equal names ask for the same. */
export function questionName(
  { drive, sub }: Account,
  { address: { url, folderId }, order: { sort, direction }, defaultLinks }: ListingQuestion,
  ...more: string[]
): string {
  const place = folderId === undefined ? [null, url] : [folderId, null];
  return JSON.stringify([drive, sub, ...place, sort, direction, defaultLinks ?? null, ...more]);
}

/** Built-in elements stand only in the root. */
export const mayBeRoot = ({ url, folderId }: FolderAddress): boolean =>
  folderId === undefined ? url === '/' : folderId === ROOT_ID;

/** An ETag (RFC 9110 §8.8.3) by version and openings. */
export const listingTag = (version: number, opened: number, name: string): string =>
  `W/"${version}-${opened}-${createHash('sha256').update(name).digest('base64url').slice(0, 16)}"`;
