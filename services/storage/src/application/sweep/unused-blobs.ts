import type { BlobId, DriveId } from '@skyshelf/contracts';

/** Catalog owns the tree. */
export interface UnusedBlobs {
  /** @throws DomainError `service.unavailable` */
  among(drive: DriveId, blobIds: readonly BlobId[]): Promise<string[]>;
}
