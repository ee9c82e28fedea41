import type { Readable } from 'node:stream';
import type {
  BlobId,
  DriveId,
  UploadId,
  ElementId,
  DriveReference,
  DerivativeKind,
  StorageTotals,
} from '@skyshelf/contracts';
import type { Reach } from '@skyshelf/tokens';
import type { Blob } from '../domain/blob.js';
import type { BlobReference } from '../domain/references.js';
import type { MultipartUpload } from '../domain/multipart-upload.js';
import type { Takeout, TakeoutChoice } from '../domain/takeout.js';

export interface DiskSpace {
  /** @throws DomainError `disk.full`: less is free than the installation reserves for its database */
  require(): Promise<void>;
}

export interface Announcements {
  due(now: Date, most: number): Promise<Blob[]>;
  /** False: another process did, or it was claimed. */
  announce(blob: Blob): Promise<boolean>;
}

/** Their owner may ask for files that the drive does not show. */
export type Hidden = 'trash' | 'versions';

export interface LiveFiles {
  /**
   * Sees each deletion acknowledged before the call.
   * @throws DomainError `service.unavailable`
   */
  isLive(reach: Reach, blobId: BlobId): Promise<boolean>;
  isHidden(reach: Reach, blobId: BlobId, where: Hidden): Promise<boolean>;
}

export interface FailedImport {
  uploadId: UploadId;
  /** Each try fails separately. */
  tryId: string;
  drive: DriveId;
  actor: string;
  trace: string | null;
}

export interface Imports {
  /** Frees the upload's room and name. */
  failed(failed: FailedImport): Promise<void>;
}

export interface Leases {
  /** Takes the lease or renews it. False means that another process has it. */
  take(name: string, forMs: number): Promise<boolean>;
  release(name: string): Promise<void>;
}

/** Its holder may remove bytes. */
export const SWEEP_LEASE = 'sweep';

export interface ShownFile {
  blobId: BlobId;
  name: string;
  born: number;
}

export interface TreeEntry {
  /** 0: the one asked for; n: the n-th folder since. */
  folder: number;
  name: string;
  blobId: BlobId | null;
  born: number;
}

export interface FolderTree {
  top: { name: string; born: number } | null;
  version: number;
  elements?: number | undefined;
  /** A folder precedes its contents, which come together. Without links. */
  entries: AsyncIterable<readonly TreeEntry[]>;
}

export interface ShownFiles {
  version(drive: DriveId): Promise<number>;
  /** Prefers the given name if several elements show a blob; null where none shows it. */
  files(
    reach: Reach,
    asked: readonly { blobId: BlobId; name: string }[],
    hidden?: Hidden,
  ): Promise<{ version: number; files: readonly (ShownFile | null)[] }>;
  /** @throws DomainError `folder.not-found` */
  folder(reach: Reach, folderId: ElementId, inTrash?: boolean): Promise<FolderTree>;
}

export interface CheckedRecords {
  readyOf(drive: DriveId, blobIds: readonly BlobId[]): Promise<Blob[]>;
  ready(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  recorded(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  expected(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  named(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  kept(references: readonly BlobReference[]): Promise<ReadonlySet<string>>;
  page(after: string, limit: number): Promise<Blob[]>;
  references(after: string, limit: number): Promise<DriveReference[]>;
  knowsMultipart(blobId: BlobId, multipartId: string): Promise<boolean>;
  expiredUploads(before: Date, most: number): Promise<MultipartUpload[]>;
  expiredBlobs(before: Date, most: number): Promise<Blob[]>;
  wrongCounters(drive: DriveId | null): Promise<{ drive: DriveId; counted: number; actual: number }[]>;
}

/** The operator calls it; it removes nothing. */
export interface RepairedBlobs {
  makeReady(blobId: BlobId, drive: DriveId, known: Pick<Blob, 'finished' | 'hashDue'>): Promise<void>;
  addMissing(blob: Blob): Promise<void>;
  /** Unnamed ones; the sweep removes them later, if catalog agrees. */
  condemn(drive: DriveId, blobIds: readonly BlobId[], now: Date): Promise<void>;
}

export interface RepairedReferences {
  page(after: string, limit: number): Promise<{ references: DriveReference[]; next: string | null }>;
  stillKept(references: readonly DriveReference[]): Promise<DriveReference[]>;
  /** Keeps the references, even removed ones. The caller then asks catalog again and releases those deleted since. */
  keep(drive: DriveId, references: readonly BlobReference[]): Promise<void>;
  /** Condemns what is no longer named. */
  release(drive: DriveId, references: readonly BlobReference[], now: Date): Promise<void>;
}

export interface Takeouts {
  of(drive: DriveId): Promise<{ takeout: Takeout; percent: number } | null>;
  /**
   * Adds the job of a new one and withdraws the one before.
   * @throws DomainError `drive.closed`; what `decide` throws
   */
  begin(drive: DriveId, decide: (present: Takeout | null) => Takeout): Promise<void>;
  /** False: it is not being made. */
  cancel(drive: DriveId, id: string): Promise<boolean>;
  isWanted(drive: DriveId, id: string): Promise<boolean>;
  forgetExpired(now: Date, most: number): Promise<number>;
}

export interface TakeoutSource {
  /** All elements at one moment, see drive-tree.ts of the contracts. */
  tree(drive: DriveId, of: TakeoutChoice): Promise<Readable>;
  bookmarks(drive: DriveId): Promise<Readable>;
  settings(drive: DriveId): Promise<Readonly<Record<string, boolean>>>;
  /** Links that show, without what opens them. */
  shares(drive: DriveId): Promise<readonly object[]>;
}

/** The fields that a pending record lacks. */
export type Outcome = Pick<Blob, '_id' | 'finished' | 'condemned'> &
  Partial<Pick<Blob, 'size' | 'sha256' | 'crc32' | 'type' | 'width' | 'height' | 'announcement'>> & {
    due?: Date;
  };

export type Ready = Pick<Blob, 'finished'>;

export type Contents = ReadonlyMap<BlobId, { size: number; crc32: number | null }>;

export interface Blobs {
  /**
   * Records the blob before its key is written. It counts as unnamed.
   * @throws DomainError `space.held`: the drive would have more than `limit` unnamed bytes; `drive.closed`
   */
  begin(blob: Blob, limit: number): Promise<void>;
  /**
   * Commits durably. Small uploads finished together share a moment, which is returned. null means that the same
   * intention has a ready blob.
   * @throws DomainError `upload.not-found` when it is not pending
   */
  finish(outcome: Outcome): Promise<Ready | null>;
  get(blobId: BlobId): Promise<Blob | null>;
  some(blobIds: readonly BlobId[]): Promise<ReadonlyMap<BlobId, Blob>>;
  ofDrive(drive: DriveId, after: BlobId | null, limit: number): Promise<Blob[]>;
  madeFrom(source: BlobId, kind: DerivativeKind): Promise<Blob | null>;
  contents(drive: DriveId, blobIds: readonly BlobId[]): Promise<Contents>;
  keepCrc(blobId: BlobId, crc32: number): Promise<void>;
  finished(once: string): Promise<Blob | null>;
  totals(): Promise<StorageTotals>;
  forget(blobId: BlobId): Promise<void>;
}
