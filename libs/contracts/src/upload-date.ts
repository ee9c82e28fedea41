import type { UploadId } from './ids.js';

const HASH_CHARACTERS = 32;
const aDate = /^-t([0-9a-z]{1,9})$/;
const DAY_MS = 24 * 3600_000;
/** Nine digits of base 36. */
const LATEST_MS = 36 ** 9 - 1;

/**
 * The id of an upload, which holds when its file was changed last: so every statement, event and record about
 * the upload says it.
 * @param hash 32 characters that name the intention
 * @param modified milliseconds since the epoch; what is on or before its first day, or absurd, is left out
 */
export function uploadIdOf(hash: string, modified: number | undefined): UploadId {
  const isDate = modified !== undefined && modified > DAY_MS && modified <= LATEST_MS;
  return `${hash.slice(0, HASH_CHARACTERS)}${isDate ? `-t${Math.floor(modified).toString(36)}` : ''}` as UploadId;
}

/**
 * When the file was changed last, as its sender says; null where it does not say, or names a day after that of
 * the upload.
 */
export function fileDateOf(uploadId: string, uploaded: Date): Date | null {
  const [, written] = aDate.exec(uploadId.slice(HASH_CHARACTERS)) ?? [];
  if (written === undefined) return null;
  const ms = Number.parseInt(written, 36);
  return ms <= uploaded.getTime() + DAY_MS ? new Date(ms) : null;
}
