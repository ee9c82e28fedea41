import { type BlobId, type DriveId, type UploadGrant, type UploadId, limits } from '@skyshelf/contracts';

/** `joining`: being completed · `done`: a blob · `aborted`: being removed. */
export type PartsState = 'open' | 'joining' | 'done' | 'aborted';

export interface MultipartUpload {
  _id: UploadId;
  drive: DriveId;
  state: PartsState;
  blobId: BlobId;
  /** The store's name for it; null until opened. */
  multipartId: string | null;
  /** Excludes others until then, by the database's clock. */
  joiner: { id: string; until: Date } | null;
  grant: UploadGrant;
  begun: Date;
  expires: Date;
}

export interface PartPlan {
  partBytes: number;
  partCount: number;
}

/** An empty file has one part too. */
export const partPlan = (size: number): PartPlan => ({
  partBytes: limits.partBytes,
  partCount: Math.max(1, Math.ceil(size / limits.partBytes)),
});

/** null means that there is no such part. */
export function partSize(size: number, partNumber: number): number | null {
  const { partBytes, partCount } = partPlan(size);
  if (partNumber < 1 || partNumber > partCount) return null;
  return Math.min(partBytes, size - (partNumber - 1) * partBytes);
}
