import type { BlobId, DriveId, DriveReference } from '@skyshelf/contracts';
import type { Blob } from '../../domain/blob.js';
import type { BlobReference } from '../../domain/references.js';

/** For the operator; nothing is removed by them. */
export interface RepairedBlobs {
  makeReady(blobId: BlobId, drive: DriveId, known: Pick<Blob, 'finished' | 'hashDue'>): Promise<void>;
  /** Unless its id is recorded. */
  addMissing(blob: Blob): Promise<void>;
  /** Those that no element names: the sweep removes them later, if catalog agrees. */
  condemn(drive: DriveId, blobIds: readonly BlobId[], now: Date): Promise<void>;
}

/** Repairs references when an event's effect was lost. */
export interface RepairedReferences {
  /** By id. */
  page(after: string, limit: number): Promise<{ references: DriveReference[]; next: string | null }>;
  stillKept(references: readonly DriveReference[]): Promise<DriveReference[]>;
  /**
   * Though never noted, or taken for over. The caller asks catalog again afterwards and releases those gone by
   * then: a simultaneous deletion has told so already.
   */
  keep(drive: DriveId, references: readonly BlobReference[]): Promise<void>;
  /** What no other element names is condemned. */
  release(drive: DriveId, references: readonly BlobReference[], now: Date): Promise<void>;
}
