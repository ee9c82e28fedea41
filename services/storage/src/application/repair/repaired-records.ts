import type { BlobId, DriveId, DriveReference } from '@skyshelf/contracts';
import type { Blob } from '../../domain/blob.js';
import type { BlobReference } from '../../domain/reference.js';

/** Changes of records outside of their usual life, for the operator's repairs. Nothing is removed by them. */
export interface RepairedBlobs {
  /** Makes a blob ready whose bytes are there. */
  makeReady(blobId: BlobId, drive: DriveId, known: Pick<Blob, 'finished' | 'hashDue'>): Promise<void>;
  /** Records a blob, unless one of its id is recorded. */
  addMissing(blob: Blob): Promise<void>;
  /** Blobs that no element names are condemned as of now: the sweep removes them after the days that every deletion leaves, if catalog agrees. */
  condemn(drive: DriveId, blobIds: readonly BlobId[], now: Date): Promise<void>;
}

/** Brings which element names which blob in line with what catalog says of it, when an event's effect was lost. */
export interface RepairedReferences {
  /** All that is kept, in pages by id. */
  page(after: string, limit: number): Promise<{ references: DriveReference[]; next: string | null }>;
  /** Those of them that are kept. */
  stillKept(references: readonly DriveReference[]): Promise<DriveReference[]>;
  /**
   * Elements that exist name these blobs, though it was never noted or taken for over. The caller must ask catalog once more afterwards and
   * release those that are gone by then: an element that was deleted at the same moment has told so already.
   */
  keep(drive: DriveId, references: readonly BlobReference[]): Promise<void>;
  /** Elements are gone: what no other names is condemned as of now, with the time that every deletion leaves. */
  release(drive: DriveId, references: readonly BlobReference[], now: Date): Promise<void>;
}
