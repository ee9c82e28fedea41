import type { BlobId, DriveId, UploadGrant, UploadId } from '@skyshelf/contracts';

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
