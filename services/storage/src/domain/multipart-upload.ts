import { type BlobId, type DriveId, type UploadGrant, type UploadId, limits } from '@skyshelf/contracts';

/** `joining`: complete was called · `done`: a blob · `aborted`: its bytes on their way out. */
export type PartsState = 'open' | 'joining' | 'done' | 'aborted';

export interface MultipartUpload {
  _id: UploadId;
  drive: DriveId;
  state: PartsState;
  /** Also the key of the object. */
  blobId: BlobId;
  /** The store's name for it; null until it is opened. */
  multipartId: string | null;
  /** Until when no one else may join; by the database's clock. */
  joiner: { id: string; until: Date } | null;
  grant: UploadGrant;
  begun: Date;
  expires: Date;
}

/** All parts but the last have `partBytes`. */
export interface PartPlan {
  partBytes: number;
  partCount: number;
}

/** An empty file has one too. */
export const partPlan = (size: number): PartPlan => ({
  partBytes: limits.partBytes,
  partCount: Math.max(1, Math.ceil(size / limits.partBytes)),
});

/** null when the file has no such part. */
export function partSize(size: number, partNumber: number): number | null {
  const { partBytes, partCount } = partPlan(size);
  if (partNumber < 1 || partNumber > partCount) return null;
  return Math.min(partBytes, size - (partNumber - 1) * partBytes);
}
