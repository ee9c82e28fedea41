import type { UploadGrant } from '@skyshelf/contracts';
import type { Provider } from '@nestjs/common';
import type { MongoClient } from 'mongodb';
import { freeBytesOf, observedObjectStore, type ObjectStore } from '@skyshelf/object-store';
import type { Clock } from '@skyshelf/tokens';
import type { Opened, ServiceParts } from '@skyshelf/service';
import { AnnounceUnclaimed } from './infrastructure/announce-unclaimed.js';
import { AbortParts } from './application/abort-parts.js';
import { CheckBlobs } from './infrastructure/check-blobs.js';
import { CompleteParts } from './application/complete-parts.js';
import { MendBlobs, type MendingParts } from './infrastructure/mend/mend-blobs.js';
import { MendReferences } from './infrastructure/mend/mend-references.js';
import { ReadFile } from './application/read-file.js';
import { ReceiveBytes, type UploadParts } from './application/receive-bytes.js';
import { RestoreBlob } from './application/restore-blob.js';
import { SendPart } from './application/send-part.js';
import { StartParts } from './application/start-parts.js';
import { StoreDerived } from './application/store-derived.js';
import type { SweepParts } from './infrastructure/sweep/sweep-parts.js';
import { Sweep } from './infrastructure/sweep/sweep.js';
import { unnamedLimit } from './domain/unnamed.js';
import { FilesController } from './http/files.controller.js';
import { InternalController } from './http/internal.controller.js';
import { MendController } from './http/mend.controller.js';
import { PartsController } from './http/parts.controller.js';
import { UploadController } from './http/upload.controller.js';
import { BackgroundWork } from './infrastructure/background-work.js';
import { BlobRecords } from './infrastructure/blob-records.js';
import { CatalogLiveFiles } from './infrastructure/catalog-live-files.js';
import { collectionsOf, prepareCollections, type StorageCollections } from './infrastructure/collections.js';
import { storageOwner } from './infrastructure/drive-owner.js';
import { inspectBytes } from './infrastructure/inspect-bytes.js';
import { Holds } from './infrastructure/holds.js';
import { PartsRecords } from './infrastructure/parts-records.js';
import { createStorageMetrics } from './infrastructure/storage-metrics.js';
import { References } from './infrastructure/references.js';
import { UnnamedBytes } from './infrastructure/unnamed-bytes.js';
import { UnnamedRoom } from './infrastructure/unnamed-room.js';
import { UnnamedRecount } from './infrastructure/unnamed-recount.js';
import { WatchedDisks } from './infrastructure/watched-disks.js';
import { CatalogReactions } from './reactions/catalog-reactions.js';
import { STORAGE_CLOCK, type StorageRuntime } from './storage.runtime.js';

const controllers = [
  UploadController,
  PartsController,
  FilesController,
  InternalController,
  MendController,
  CatalogReactions,
];

const MEBIBYTE = 1024 * 1024;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Everything is made here, by hand and in one place, so that the use cases themselves know nothing of Nest. */
export function openService(runtime: Opened<StorageRuntime>): ServiceParts {
  const { client, db, clock } = runtime;
  const objects = observedObjectStore(runtime.objects, runtime.metrics);
  const collections = collectionsOf(db);
  const unnamed = new UnnamedBytes(collections);
  const references = new References(client, collections, unnamed);
  const recount = new UnnamedRecount(client, collections);
  const data: Data = { client, clock, collections, objects, unnamed, references, recount };
  return {
    controllers,
    providers: providers(runtime, data),
    drives: storageOwner(data),
    prepare: () => prepareCollections(db),
  };
}

/** What all of storage works on. */
interface Data {
  client: MongoClient;
  clock: Clock;
  collections: StorageCollections;
  objects: ObjectStore;
  unnamed: UnnamedBytes;
  references: References;
  recount: UnnamedRecount;
}

function providers(runtime: Opened<StorageRuntime>, data: Data): Provider[] {
  const { ids, signer, outbox, config } = runtime;
  const { client, clock, collections, objects, unnamed, references, recount } = data;
  const records = new BlobRecords(client, collections, unnamed, new UnnamedRoom(unnamed));
  const uploads = new PartsRecords(client, collections, unnamed, outbox);
  const metrics = createStorageMetrics(runtime.metrics);
  const announceMs = config.announceSeconds * 1000;
  const announceAt = () => new Date(clock.now().getTime() + announceMs);
  const pendingMs = config.pendingMinutes * MINUTE;
  const limitFor = ({ quota }: UploadGrant) => unnamedLimit(quota, config.unnamedExtraMb * MEBIBYTE);
  const disk = disksOf(runtime);
  const timing = { pendingMs, announceAt };
  const storing = { records, objects, inspect: inspectBytes };
  const parts: UploadParts = { ...storing, signer, clock, ids, ...timing, metrics, disk, limitFor };
  const kept = { client, collections, objects, unnamed, clock };
  const sweep = sweepOf(runtime, { ...kept, outbox, pendingMs, metrics });
  const announcing = new AnnounceUnclaimed(client, collections, unnamed, outbox, clock);
  const made = [
    records,
    ...mendingOf({ ...kept, references }, ids.next()),
    recount,
    new ReadFile(records, objects, new CatalogLiveFiles(runtime.peers)),
    new RestoreBlob(records, objects, inspectBytes, clock, pendingMs),
    ...uploadingOf(parts, uploads),
    new AbortParts(uploads, objects),
    new CheckBlobs(collections, objects),
    sweep,
    announcing,
    backgroundOf(runtime, { sweep, announcing, announceMs }),
  ];
  return [
    ...made.map((instance) => ({ provide: instance.constructor, useValue: instance })),
    { provide: STORAGE_CLOCK, useValue: clock },
  ];
}

/** What takes bytes. */
const uploadingOf = (parts: UploadParts, uploads: PartsRecords): object[] => [
  new ReceiveBytes(parts),
  new StoreDerived(parts),
  new StartParts(parts, uploads),
  new SendPart(parts, uploads),
  new CompleteParts(parts, uploads),
];

/** Who names which blob, and what brings it in line with catalog. */
const mendingOf = (parts: MendingParts, holder: string): object[] => [
  parts.references,
  new MendReferences(parts.client, parts.collections, parts.references, parts.clock),
  new MendBlobs(parts, new Holds(parts.collections, holder)),
];

const disksOf = ({ objects, databaseFolder, config }: Opened<StorageRuntime>): WatchedDisks => {
  const ofDatabase = databaseFolder === undefined ? [] : [() => freeBytesOf(databaseFolder)];
  const ofBytes = objects.freeBytes ? [() => objects.freeBytes?.() ?? Promise.resolve(Infinity)] : [];
  return new WatchedDisks([...ofBytes, ...ofDatabase], config.minFreeMb * MEBIBYTE);
};

const backgroundOf = (
  { logger, config }: Opened<StorageRuntime>,
  work: Omit<ConstructorParameters<typeof BackgroundWork>[1], 'sweepMs'>,
): BackgroundWork => new BackgroundWork(logger, { ...work, sweepMs: config.sweepSeconds * 1000 });

type Shared = Omit<SweepParts, 'peers' | 'logger' | 'keepUnusedMs'>;

function sweepOf({ peers, logger, ids, config }: Opened<StorageRuntime>, shared: Shared): Sweep {
  const keepUnusedMs = config.keepUnusedDays * DAY;
  return new Sweep({ ...shared, peers, logger, keepUnusedMs }, new Holds(shared.collections, ids.next()));
}
