import { DomainError } from '@skyshelf/contracts';
import type { Blob } from './blob.js';

/**
 * Whether a blob's bytes count among those that no element names: it is pending, refused, not claimed yet, condemned or on its way out. What was made from a
 * blob belongs to its source and never counts. Uploads in parts that are under way count besides, with the size they were granted.
 */
export const isUnnamed = ({
  source,
  condemned,
  finished,
}: Pick<Blob, 'source' | 'condemned' | 'finished'>): boolean =>
  source === null && (condemned !== null || finished === null);

/** So many bytes that no element names a drive may have. */
export const unnamedLimit = (quota: number, extra: number): number => quota + extra;

const MEBIBYTE = 1024 * 1024;

/** What the user hears whose unnamed bytes have come to their limit. */
export const noRoomForUnnamed = (limit: number): DomainError =>
  new DomainError('space.held', {
    message: `Deleted files and uploads that were not finished may take up ${Math.floor(limit / MEBIBYTE)} MB for a while, and they do. Each goes some days after it was deleted: send this again then, or ask who runs this Skyshelf to keep them for fewer days.`,
  });
