import type { BlobId, DriveId, UploadId } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import type { Logger } from '@skyshelf/telemetry';
import type { Clock, IdSource, StatementSigner } from '@skyshelf/tokens';
import type { KeptArchives } from './archive/kept-archives.js';
import type {
  ShownFiles,
  Announcements,
  DiskSpace,
  LiveFiles,
  Imports,
  Leases,
  CheckedRecords,
  RepairedBlobs,
  RepairedReferences,
  Takeouts,
  TakeoutSource,
  Blobs,
} from './ports.js';
import type { Bundles } from './bundles.js';
import type { InspectBytes } from './observed-body.js';
import type { MultipartUploads } from './multipart-uploads.js';
import type { Swept, SweptRecords, UnusedBlobs } from './sweep/swept-records.js';

/** For each key, in this process. */
export class SingleFlight<K> {
  private readonly running = new Map<K, Promise<unknown>>();

  async run<T>(key: K, work: () => Promise<T>): Promise<T> {
    while (this.running.has(key)) await this.running.get(key)?.catch(() => {});
    const mine = work();
    this.running.set(key, mine);
    try {
      return await mine;
    } finally {
      this.running.delete(key);
    }
  }
}

export interface Storage {
  blobs: Blobs;
  uploads: MultipartUploads;
  announcements: Announcements;
  sweeping: SweptRecords;
  checked: CheckedRecords;
  repairs: RepairedBlobs;
  references: RepairedReferences;
  recountUnnamed(drive: DriveId): Promise<void>;
  objects: ObjectStore;
  inspect: InspectBytes;
  live: LiveFiles;
  shownFiles: ShownFiles;
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
  joining: SingleFlight<UploadId>;
  listing: SingleFlight<DriveId>;
  /** The blobs whose CRC is being computed. */
  summing: SingleFlight<BlobId>;
  adopting: SingleFlight<string>;
  settings: StorageSettings;
  metrics: { received(bytes: number): void; swept(swept: Swept): void };
  logger: Pick<Logger, 'error'>;
}

export interface StorageSettings {
  pendingMs: number;
  /** After completion, unless its browser makes an element. */
  announceMs: number;
  unnamedExtraBytes: number;
  /** The time for which unnamed bytes are kept. */
  keepUnusedMs: number;
  /** Downloads come from the store, if it presigns addresses. */
  directDownloads: boolean;
  takeoutPartBytes: number;
  takeoutKeepMs: number;
}

export type Storing = Pick<Storage, 'blobs' | 'objects' | 'inspect'>;
