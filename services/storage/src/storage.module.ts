import type { Provider } from '@nestjs/common';
import type { MongoClient } from 'mongodb';
import { freeBytesOf, observedObjectStore, type ObjectStore } from '@skyshelf/object-store';
import type { Clock } from '@skyshelf/tokens';
import { openServiceJobs, type Opened, type ServiceJobs, type ServiceComponents } from '@skyshelf/service';
import { SingleFlight, type Storage, type StorageSettings } from './application/storage.js';
import { DownloadsController, FilesController } from './http/downloads.controller.js';
import { InternalController } from './http/internal.controller.js';
import { PartsController } from './http/parts.controller.js';
import { RepairController } from './http/repair.controller.js';
import { TakeoutController } from './http/takeout.controller.js';
import { UploadController } from './http/upload.controller.js';
import { ArchiveRecords } from './infrastructure/archive-records.js';
import { createAnnouncements } from './infrastructure/announcements.js';
import { BlobRecords } from './infrastructure/blob-records.js';
import { BlobRepairs, ReferenceRepairs } from './infrastructure/repairs.js';
import {
  catalogBundles,
  catalogUnusedBlobs,
  takeoutSource,
  catalogShownFiles,
  CatalogLiveFiles,
} from './infrastructure/peer-calls.js';
import { checkedRecords } from './infrastructure/checked-records.js';
import { collectionsOf, type StorageCollections } from './infrastructure/collections.js';
import { DatabaseLeases } from './infrastructure/database-leases.js';
import { storageOwner } from './infrastructure/drive-owner.js';
import { importRecords, MultipartRecords } from './infrastructure/multipart-records.js';
import { inspectBytes } from './infrastructure/inspect-bytes.js';
import { repeatedJobs, takeoutKind } from './infrastructure/job-kinds.js';
import { References } from './infrastructure/references.js';
import { createStorageMetrics, WatchedDisks } from './infrastructure/storage-metrics.js';
import { SweptBlobs } from './infrastructure/swept-blobs.js';
import { TakeoutRecords } from './infrastructure/takeout-records.js';
import { UnnamedBytes, UnnamedRoom } from './infrastructure/unnamed-bytes.js';
import { UnnamedRecount } from './infrastructure/unnamed-recount.js';
import { CatalogReactions, NAMED_BLOBS } from './reactions/catalog-reactions.js';
import type { StorageConfig } from './storage.config.js';
import { STORAGE, type StorageRuntime } from './storage.runtime.js';

const controllers = [
  UploadController,
  PartsController,
  FilesController,
  DownloadsController,
  TakeoutController,
  InternalController,
  RepairController,
  CatalogReactions,
];

const MEBIBYTE = 1024 * 1024;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Another process takes over this long after a sweeper was killed. */
const JOB_LEASE_MS = MINUTE / 2;

/** Wired here, so that use cases know nothing of Nest. */
export function openService(runtime: Opened<StorageRuntime>): ServiceComponents {
  const { client, db, clock, config } = runtime;
  const objects = observedObjectStore(runtime.objects, runtime.metrics);
  const collections = collectionsOf(db);
  const unnamed = new UnnamedBytes(collections);
  const references = new References(client, collections, unnamed);
  const recount = new UnnamedRecount(client, collections);
  const data: Data = { client, clock, collections, objects, unnamed, references, recount };
  const takeouts = new TakeoutRecords(client, collections, () => ({
    queue: jobs.queue,
    wake: () => jobs.runner.wake(),
  }));
  const storage: Storage = { ...portsOf(runtime), ...recordsOf(runtime, data), objects, takeouts };
  const providers: Provider[] = [
    { provide: STORAGE, useValue: storage },
    { provide: NAMED_BLOBS, useValue: references },
  ];
  const kinds = [...repeatedJobs(storage, config.sweepSeconds * 1000), takeoutKind(storage, takeouts)];
  const jobs: ServiceJobs = openServiceJobs(runtime, { kinds, worksOn: () => kinds, leaseMs: JOB_LEASE_MS });
  return { controllers, providers, drives: storageOwner(data), jobs };
}

interface Data {
  client: MongoClient;
  clock: Clock;
  collections: StorageCollections;
  objects: ObjectStore;
  unnamed: UnnamedBytes;
  references: References;
  recount: UnnamedRecount;
}

type Records =
  | 'blobs'
  | 'uploads'
  | 'archives'
  | 'announcements'
  | 'imports'
  | 'sweeping'
  | 'checked'
  | 'repairs'
  | 'references'
  | 'recountUnnamed'
  | 'leases';

function recordsOf(
  { outbox, ids }: Opened<StorageRuntime>,
  { client, collections, unnamed, references, recount }: Data,
): Pick<Storage, Records> {
  return {
    blobs: new BlobRecords(client, collections, unnamed, new UnnamedRoom(unnamed)),
    uploads: new MultipartRecords(client, collections, unnamed, outbox),
    archives: new ArchiveRecords(collections),
    imports: importRecords(client, outbox),
    announcements: createAnnouncements(client, collections, unnamed, outbox),
    sweeping: new SweptBlobs(client, collections, unnamed, outbox),
    checked: checkedRecords(collections, recount),
    repairs: new BlobRepairs(client, collections, references, unnamed),
    references: new ReferenceRepairs(client, collections, references),
    recountUnnamed: (drive) => recount.repair(drive),
    leases: new DatabaseLeases(collections, ids.next()),
  };
}

function portsOf(runtime: Opened<StorageRuntime>): Omit<Storage, Records | 'objects' | 'takeouts'> {
  const { clock, ids, signer, logger, peers, config } = runtime;
  return {
    clock,
    ids,
    signer,
    logger,
    inspect: inspectBytes,
    live: new CatalogLiveFiles(peers),
    shownFiles: catalogShownFiles(peers),
    takeoutSource: takeoutSource(peers),
    bundles: catalogBundles(peers),
    unused: catalogUnusedBlobs(peers),
    disk: disksOf(runtime),
    joining: new SingleFlight(),
    listing: new SingleFlight(),
    summing: new SingleFlight(),
    adopting: new SingleFlight(),
    settings: settingsOf(config),
    metrics: createStorageMetrics(runtime.metrics),
  };
}

const settingsOf = (config: StorageConfig): StorageSettings => ({
  pendingMs: config.pendingMinutes * MINUTE,
  announceMs: config.announceSeconds * 1000,
  unnamedExtraBytes: config.unnamedExtraMb * MEBIBYTE,
  keepUnusedMs: config.keepUnusedDays * DAY,
  directDownloads: config.directDownloads,
  takeoutPartBytes: config.takeoutPartMb * MEBIBYTE,
  takeoutKeepMs: config.takeoutKeepDays * DAY,
});

const disksOf = ({ objects, databaseFolder, config }: Opened<StorageRuntime>): WatchedDisks => {
  const ofDatabase = databaseFolder === undefined ? [] : [() => freeBytesOf(databaseFolder)];
  const ofBytes = objects.freeBytes ? [() => objects.freeBytes?.() ?? Promise.resolve(Infinity)] : [];
  return new WatchedDisks([...ofBytes, ...ofDatabase], config.minFreeMb * MEBIBYTE);
};
