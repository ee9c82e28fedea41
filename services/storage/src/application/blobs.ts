import type { BlobId, DerivativeKind, DriveId, StorageTotals } from '@skyshelf/contracts';
import type { Blob } from '../domain/blob.js';

/** What is known of a blob when its bytes are complete; without what its record says already. */
export type Outcome = Pick<Blob, '_id' | 'finished' | 'condemned' | 'announcement'> &
  Partial<Pick<Blob, 'size' | 'sha256' | 'crc32' | 'type' | 'width' | 'height'>>;

/** What is known of bytes that are whole, by their blobs. */
export type Contents = ReadonlyMap<BlobId, { size: number; crc32: number | null }>;

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
  /** Those of these that there are. */
  some(blobIds: readonly BlobId[]): Promise<ReadonlyMap<BlobId, Blob>>;
  /** Those of a drive in the order of their ids, behind one. */
  ofDrive(drive: DriveId, after: BlobId | null, limit: number): Promise<Blob[]>;
  /** What is ready of a kind that was made from a blob. */
  madeFrom(source: BlobId, kind: DerivativeKind): Promise<Blob | null>;
  /** Of these, those of the drive whose bytes are whole. */
  contents(drive: DriveId, blobIds: readonly BlobId[]): Promise<Contents>;
  /** Keeps the CRC-32 of a blob's bytes. */
  keepCrc(blobId: BlobId, crc32: number): Promise<void>;
  /** The blob that an intention became. */
  finished(once: string): Promise<Blob | null>;
  /** For the operator; an estimate. */
  totals(): Promise<StorageTotals>;
  /** Forgets a pending blob whose bytes never came or are gone. */
  forget(blobId: BlobId): Promise<void>;
}
