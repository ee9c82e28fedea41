import type { BlobId, DriveId, UploadId } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import type { Logger } from '@skyshelf/telemetry';
import type { Clock, IdSource, StatementSigner } from '@skyshelf/tokens';
import type { KeptArchives } from './archive/kept-archives.js';
import type { ShownFiles } from './archive/shown-files.js';
import type { Announcements } from './announcements.js';
import type { Blobs } from './blobs.js';
import type { Bundles } from './bundles.js';
import type { CheckedRecords } from './check/checked-records.js';
import type { DiskSpace } from './disk-space.js';
import type { Leases } from './leases.js';
import type { Imports } from './imports.js';
import type { InspectBytes } from './inspection.js';
import type { LiveFiles } from './live-files.js';
import type { OneAtATime } from './one-at-a-time.js';
import type { MultipartUploads } from './multipart-uploads.js';
import type { RepairedBlobs, RepairedReferences } from './repair/repaired-records.js';
import type { Swept } from './sweep/swept.js';
import type { SweptRecords } from './sweep/swept-records.js';
import type { UnusedBlobs } from './sweep/unused-blobs.js';
import type { Takeouts, TakeoutSource } from './takeout/takeouts.js';

/** What the use cases work with. */
export interface Storage {
  blobs: Blobs;
  uploads: MultipartUploads;
  announcements: Announcements;
  sweeping: SweptRecords;
  checked: CheckedRecords;
  repairs: RepairedBlobs;
  references: RepairedReferences;
  /** Makes the counter of a drive's unnamed bytes what a recount says. */
  recountUnnamed(drive: DriveId): Promise<void>;
  objects: ObjectStore;
  inspect: InspectBytes;
  live: LiveFiles;
  shownFiles: ShownFiles;
  /** Lists of archives that are downloaded. */
  archives: KeptArchives;
  takeouts: Takeouts;
  takeoutSource: TakeoutSource;
  bundles: Bundles;
  imports: Imports;
  unused: UnusedBlobs;
  leases: Leases;
  disk: DiskSpace;
  signer: StatementSigner;
  clock: Clock;
  ids: IdSource;
  /** Completions of uploads in parts that are under way in this process. */
  joining: OneAtATime<UploadId>;
  /** Lists of archives that are made in this process: one of a drive at a time. */
  listing: OneAtATime<DriveId>;
  /** Blobs whose CRC is taken in this process. */
  summing: OneAtATime<BlobId>;
  /** Adoptions of blobs that are under way in this process. */
  adopting: OneAtATime<string>;
  settings: StorageSettings;
  metrics: { received(bytes: number): void; swept(swept: Swept): void };
  logger: Pick<Logger, 'error'>;
}

/** Figures an operator may change, see storage.config.ts. */
export interface StorageSettings {
  /** How long an upload may take. */
  pendingMs: number;
  /** How long after its completion the others are told of an upload that its browser has not turned into an element. */
  announceMs: number;
  /** Bytes beyond its quota that a drive may have without an element that names them. */
  unnamedExtraBytes: number;
  /** How long bytes stay that no element names any more. */
  keepUnusedMs: number;
  /** Whether large downloads come straight from the store, where it has addresses of its own. */
  directDownloads: boolean;
  /** The largest part of a takeout. */
  takeoutPartBytes: number;
  /** How long a takeout is offered. */
  takeoutKeepMs: number;
}

/** What storing bytes needs. */
export type Storing = Pick<Storage, 'blobs' | 'objects' | 'inspect'>;
