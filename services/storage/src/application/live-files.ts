import type { BlobId, DriveId } from '@skyshelf/contracts';

/** Which files are there for their owner, as catalog knows it. */
export interface LiveFiles {
  /**
   * Whether an element names the blob at this moment, that is after each deletion that was acknowledged before the call.
   * @throws DomainError `service.unavailable`: catalog can't be asked
   */
  isLive(drive: DriveId, blobId: BlobId): Promise<boolean>;
}
