import type { BlobId, DerivativeKind, DriveId, StorageTotals } from '@skyshelf/contracts';
import type { Blob } from '../domain/blob.js';

/** What the record lacks. */
export type Outcome = Pick<Blob, '_id' | 'finished' | 'condemned'> &
  Partial<Pick<Blob, 'size' | 'sha256' | 'crc32' | 'type' | 'width' | 'height' | 'announcement'>> & {
    /** Of an announcement that was recorded before. */
    due?: Date;
  };

export type Ready = Pick<Blob, 'finished'>;

export type Contents = ReadonlyMap<BlobId, { size: number; crc32: number | null }>;

export interface Blobs {
  /**
   * Before its key is written. Counts as unnamed.
   * @throws DomainError `space.held`: the drive would have more than `limit` unnamed bytes; `drive.closed`
   */
  begin(blob: Blob, limit: number): Promise<void>;
  /**
   * Durably. Small uploads finished together share a moment, which is answered. null: the same intention has
   * a ready blob.
   * @throws DomainError `upload.not-found` when it is not pending
   */
  finish(outcome: Outcome): Promise<Ready | null>;
  get(blobId: BlobId): Promise<Blob | null>;
  some(blobIds: readonly BlobId[]): Promise<ReadonlyMap<BlobId, Blob>>;
  ofDrive(drive: DriveId, after: BlobId | null, limit: number): Promise<Blob[]>;
  madeFrom(source: BlobId, kind: DerivativeKind): Promise<Blob | null>;
  /** Of ready blobs. */
  contents(drive: DriveId, blobIds: readonly BlobId[]): Promise<Contents>;
  keepCrc(blobId: BlobId, crc32: number): Promise<void>;
  finished(once: string): Promise<Blob | null>;
  /** An estimate. */
  totals(): Promise<StorageTotals>;
  /** Only a pending one. */
  forget(blobId: BlobId): Promise<void>;
}
