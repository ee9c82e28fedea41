import type { BlobId, DriveId } from '@skyshelf/contracts';

/** Catalog, which owns the tree, has the last word on what is removed. */
export interface UnusedBlobs {
  /** Those that no element of the drive names. @throws DomainError `service.unavailable` */
  among(drive: DriveId, blobIds: readonly BlobId[]): Promise<string[]>;
}
