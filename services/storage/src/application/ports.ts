import type { Readable } from 'node:stream';
import type { BlobId, DriveId, UploadId, ElementId, DriveReference } from '@skyshelf/contracts';
import type { Blob } from '../domain/blob.js';
import type { BlobReference } from '../domain/references.js';
import type { MultipartUpload } from '../domain/multipart-upload.js';
import type { Takeout } from '../domain/takeout.js';

export interface DiskSpace {
  /** @throws DomainError `disk.full`: there is less room than the installation keeps free for its database */
  require(): Promise<void>;
}

export interface Announcements {
  due(now: Date, most: number): Promise<Blob[]>;
  /** Once. False: another process did, or it was claimed. */
  announce(blob: Blob): Promise<boolean>;
}

export interface LiveFiles {
  /**
   * After each deletion that was acknowledged before the call.
   * @throws DomainError `service.unavailable`: catalog can't be asked
   */
  isLive(drive: DriveId, blobId: BlobId): Promise<boolean>;
}

export interface FailedImport {
  uploadId: UploadId;
  /** Each try fails by itself. */
  tryId: string;
  drive: DriveId;
  actor: string;
  trace: string | null;
}

export interface Imports {
  /** Frees the room and the name kept for it. */
  failed(failed: FailedImport): Promise<void>;
}

export interface Leases {
  /** Or renews it. False: another process has it. */
  take(name: string, forMs: number): Promise<boolean>;
  letGo(name: string): Promise<void>;
}

/** Its holder may remove bytes. */
export const SWEEP_LEASE = 'sweep';

export interface ShownFile {
  blobId: BlobId;
  name: string;
  born: number;
}

export interface TreeEntry {
  /** 0 is the one that was asked for, n the n-th folder that has come since. */
  folder: number;
  name: string;
  blobId: BlobId | null;
  born: number;
}

/** At one moment, at any depth. */
export interface FolderTree {
  top: { name: string; born: number } | null;
  version: number;
  /** Of the drive; absent where catalog does not tell. */
  elements?: number | undefined;
  /** A folder comes before its contents, and those in one piece. No links: they have no bytes. */
  entries: AsyncIterable<readonly TreeEntry[]>;
}

export interface ShownFiles {
  version(drive: DriveId): Promise<number>;
  /** Under the name asked for where there are several; null where none shows the bytes. */
  files(
    drive: DriveId,
    asked: readonly { blobId: BlobId; name: string }[],
  ): Promise<{ version: number; files: readonly (ShownFile | null)[] }>;
  /** @throws DomainError `folder.not-found` */
  folder(drive: DriveId, folderId: ElementId): Promise<FolderTree>;
}

export interface CheckedRecords {
  readyOf(drive: DriveId, blobIds: readonly BlobId[]): Promise<Blob[]>;
  ready(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  /** In whatever state. */
  recorded(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  /** With a blob or an upload under way. */
  expected(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  named(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  kept(references: readonly BlobReference[]): Promise<ReadonlySet<string>>;
  /** Ready ones by id. */
  page(after: string, limit: number): Promise<Blob[]>;
  /** By id. */
  references(after: string, limit: number): Promise<DriveReference[]>;
  /** By the store's name for it. */
  knowsMultipart(blobId: BlobId, multipartId: string): Promise<boolean>;
  expiredUploads(before: Date, most: number): Promise<MultipartUpload[]>;
  expiredBlobs(before: Date, most: number): Promise<Blob[]>;
  /** Of one drive or all, seen at one moment. */
  wrongCounters(drive: DriveId | null): Promise<{ drive: DriveId; counted: number; actual: number }[]>;
}

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

/** One of each account. */
export interface Takeouts {
  of(drive: DriveId): Promise<{ takeout: Takeout; percent: number } | null>;
  /**
   * Enters the job of a new one; the one before is not offered any more.
   * @throws DomainError `drive.closed`; what `decide` throws
   */
  begin(drive: DriveId, decide: (present: Takeout | null) => Takeout): Promise<void>;
  /** False: it is not being made. */
  cancel(drive: DriveId, id: string): Promise<boolean>;
  isWanted(drive: DriveId, id: string): Promise<boolean>;
  /** Answers how many. */
  forgetExpired(now: Date, most: number): Promise<number>;
}

export interface TakeoutSource {
  /** All elements of one moment, see drive-tree.ts of the contracts. */
  tree(drive: DriveId): Promise<Readable>;
  /** Folders and links. */
  bookmarks(drive: DriveId): Promise<Readable>;
  settings(drive: DriveId): Promise<Readonly<Record<string, boolean>>>;
}
