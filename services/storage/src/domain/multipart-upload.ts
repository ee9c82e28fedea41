import type { BlobId, DriveId, UploadGrant, UploadId } from '@skyshelf/contracts';

/** `open`: parts may come · `joining`: complete was called · `done`: a blob · `aborted`: given up, its bytes on their way out. */
export type PartsState = 'open' | 'joining' | 'done' | 'aborted';

/** An upload in parts. */
export interface MultipartUpload {
  _id: UploadId;
  drive: DriveId;
  state: PartsState;
  /** The blob it becomes; also the key of the object. */
  blobId: BlobId;
  /** The object store's name for it; null for the moment between its record and its opening. */
  multipartId: string | null;
  /** Who joins the parts, and until when no one else may; by the database's clock. */
  joiner: { id: string; until: Date } | null;
  grant: UploadGrant;
  begun: Date;
  expires: Date;
}
