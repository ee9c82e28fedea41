import type { BlobId, StorageTotals } from '@skyshelf/contracts';
import type { Blob } from '../domain/blob.js';

/** What is known of a blob when its bytes are complete. */
export type Outcome = Pick<
  Blob,
  '_id' | 'size' | 'sha256' | 'type' | 'width' | 'height' | 'finished' | 'condemned' | 'announcement'
>;

/** The records of blobs. */
export interface Blobs {
  /**
   * Records a blob before its key is written, and its bytes among those that no element names.
   * @throws DomainError `space.held`: with them the drive would have more than `limit` of those; `drive.closed`
   */
  begin(blob: Blob, limit: number): Promise<void>;
  /**
   * Makes a pending blob ready, durably. False: the same intention has a ready blob already.
   * @throws DomainError `upload.not-found` when it is not pending any more
   */
  finish(outcome: Outcome): Promise<boolean>;
  get(blobId: BlobId): Promise<Blob | null>;
  /** The blob that an intention became. */
  finished(once: string): Promise<Blob | null>;
  /** For the operator; an estimate. */
  totals(): Promise<StorageTotals>;
  /** Forgets a pending blob whose bytes never came or are gone. */
  forget(blobId: BlobId): Promise<void>;
}
