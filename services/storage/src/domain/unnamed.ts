import { DomainError } from '@skyshelf/contracts';

/**
 * How a blob counts that no element names: pending, refused, not claimed yet, condemned or on its way out.
 * Derived blobs belong to their source and never count; uploads in parts count besides, with the size granted.
 * `fresh`: only its record says so; most uploads are named within a second and never reach the counter ·
 * `counted`: in the counter, once announced, refused or condemned.
 */
export type UnnamedState = 'fresh' | 'counted';

export const unnamedLimit = (quota: number, extra: number): number => quota + extra;

const MEBIBYTE = 1024 * 1024;

export const noRoomForUnnamed = (limit: number): DomainError =>
  new DomainError('space.held', {
    message: `Deleted files and uploads that were not finished may take up ${Math.floor(limit / MEBIBYTE)} MB for a while, and they do. Each goes some days after it was deleted: send this again then, or ask who runs this Skyshelf to keep them for fewer days.`,
  });
