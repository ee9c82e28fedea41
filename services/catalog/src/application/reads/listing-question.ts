import { createHash } from 'node:crypto';
import { ROOT_ID } from '@skyshelf/contracts';
import type { Account } from '../catalog.js';
import type { FolderAddress } from '../slices/read-folder.js';
import type { ListingOrder } from './listing-order.js';

/** What a user wants to see. */
export interface ListingQuestion {
  address: FolderAddress;
  order: ListingOrder;
  /** Whether the root shows the built-in elements too; the account's setting when absent. */
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

/** The folder may be the root: only there built-in elements stand. */
export const mayBeRoot = ({ url, folderId }: FolderAddress): boolean =>
  folderId === undefined ? url === '/' : folderId === ROOT_ID;

/** Tells one listing at one version of the drive, and of what was opened in it, from all others, see RFC 9110 §8.8.3. */
export const listingTag = (version: number, opened: number, name: string): string =>
  `W/"${version}-${opened}-${createHash('sha256').update(name).digest('base64url').slice(0, 16)}"`;
