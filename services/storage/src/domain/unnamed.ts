import { DomainError } from '@skyshelf/contracts';

/**
 * How a blob counts whose bytes no element names: it is pending, refused, not claimed yet, condemned or on its way out. What was made from a blob belongs to
 * its source and never counts. Uploads in parts that are under way count besides, with the size they were granted.
 * `fresh`: nothing but its record says so. Most uploads are named within a second, and never reach the counter of their drive ·
 * `counted`: it is in the counter, from the moment at which it is announced, refused or condemned.
 */
export type UnnamedState = 'fresh' | 'counted';

/** So many bytes that no element names a drive may have. */
export const unnamedLimit = (quota: number, extra: number): number => quota + extra;

const MEBIBYTE = 1024 * 1024;

/** What the user hears whose unnamed bytes have come to their limit. */
export const noRoomForUnnamed = (limit: number): DomainError =>
  new DomainError('space.held', {
    message: `Deleted files and uploads that were not finished may take up ${Math.floor(limit / MEBIBYTE)} MB for a while, and they do. Each goes some days after it was deleted: send this again then, or ask who runs this Skyshelf to keep them for fewer days.`,
  });
