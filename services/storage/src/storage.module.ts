import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { observedObjectStore } from '@skyshelf/object-store';
import { AnnounceUnclaimed } from './application/announce-unclaimed.js';
import { peerEventSource, Refill } from '@skyshelf/event-bus';
import { OWN_EVENTS, OwnEventsController, PAGE_REFILL, RefillController } from '@skyshelf/service';
import { AbortParts } from './application/abort-parts.js';
import { CheckBlobs } from './application/check-blobs.js';
import { CompleteParts } from './application/complete-parts.js';
import { MendBlobs, type MendingParts } from './application/mend/mend-blobs.js';
import { MendReferences } from './application/mend/mend-references.js';
import { ReadFile } from './application/read-file.js';
import { ReceiveBytes, type UploadParts } from './application/receive-bytes.js';
import { RestoreBlob } from './application/restore-blob.js';
import { SendPart } from './application/send-part.js';
import { StartParts } from './application/start-parts.js';
import { StoreDerived } from './application/store-derived.js';
import type { SweepParts } from './application/sweep/sweep-parts.js';
import { Sweep } from './application/sweep/sweep.js';
import { FilesController } from './http/files.controller.js';
import { InternalController } from './http/internal.controller.js';
import { MendController } from './http/mend.controller.js';
import { PartsController } from './http/parts.controller.js';
import { UploadController } from './http/upload.controller.js';
import { BackgroundWork } from './infrastructure/background-work.js';
import { BlobRecords } from './infrastructure/blob-records.js';
import { collectionsOf } from './infrastructure/collections.js';
import { Holds } from './infrastructure/holds.js';
import { createStorageOutbox } from './infrastructure/outbox.js';
import { PartsRecords } from './infrastructure/parts-records.js';
import { createStorageMetrics } from './infrastructure/storage-metrics.js';
import { References } from './infrastructure/references.js';
import { CatalogReactions } from './reactions/catalog-reactions.js';
import { storageDefaults } from './storage.config.js';
import { STORAGE_CLOCK, type StorageRuntime } from './storage.runtime.js';

@Module({})
export class StorageModule {
  static for(runtime: StorageRuntime): DynamicModule {
    return {
      module: StorageModule,
      controllers: [
        ...[UploadController, PartsController, FilesController],
        ...[InternalController, OwnEventsController, RefillController, MendController, CatalogReactions],
      ],
      providers: providers(runtime),
    };
  }
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Everything is made here, by hand and in one place, so that the use cases themselves know nothing of Nest. */
function providers(runtime: StorageRuntime): Provider[] {
  const { client, db, clock, ids, signer, config = storageDefaults } = runtime;
  const objects = observedObjectStore(runtime.objects, runtime.metrics);
  const collections = collectionsOf(db);
  const outbox = createStorageOutbox(runtime);
  const records = new BlobRecords(client, collections);
  const uploads = new PartsRecords(collections);
  const metrics = createStorageMetrics(runtime.metrics);
  const announceMs = config.announceSeconds * 1000;
  const announceAt = () => new Date(clock.now().getTime() + announceMs);
  const pendingMs = config.pendingMinutes * MINUTE;
  const parts: UploadParts = { records, objects, signer, clock, ids, pendingMs, announceAt, metrics };
  const sweep = sweepOf(runtime, { client, collections, objects, outbox, clock, pendingMs, metrics });
  const announcing = new AnnounceUnclaimed(client, collections, outbox, clock);
  const made = [
    records,
    ...mendingOf(
      { client, collections, objects, references: new References(collections), clock },
      ids.next(),
    ),
    new ReceiveBytes(parts),
    new ReadFile(records, objects),
    new RestoreBlob(records, objects, clock, pendingMs),
    new StoreDerived(parts),
    new StartParts(parts, uploads),
    new SendPart(parts, uploads),
    new CompleteParts(parts, uploads),
    new AbortParts(client, uploads, objects, outbox),
    new CheckBlobs(collections, objects),
    sweep,
    announcing,
    backgroundOf(runtime, { outbox, sweep, announcing, announceMs }),
  ];
  return [
    ...made.map((instance) => ({ provide: instance.constructor, useValue: instance })),
    { provide: PAGE_REFILL, useValue: refillOf(runtime) },
    { provide: OWN_EVENTS, useValue: outbox },
    { provide: STORAGE_CLOCK, useValue: clock },
  ];
}

/** Who names which blob, and what brings it in line with catalog. */
const mendingOf = (parts: MendingParts, holder: string): object[] => [
  parts.references,
  new MendReferences(parts.client, parts.collections, parts.references, parts.clock),
  new MendBlobs(parts, new Holds(parts.collections, holder)),
];

const backgroundOf = (
  runtime: StorageRuntime,
  work: Omit<ConstructorParameters<typeof BackgroundWork>[1], 'sweepMs'>,
): BackgroundWork => {
  const { config = storageDefaults } = runtime;
  return new BackgroundWork(runtime, { ...work, sweepMs: config.sweepSeconds * 1000 });
};

const refillOf = ({ bus, peers }: StorageRuntime): Refill =>
  new Refill({ bus, consumer: 'storage', sourceOf: (service) => peerEventSource(peers, service) });

type Shared = Omit<SweepParts, 'peers' | 'logger' | 'keepUnusedMs'>;

function sweepOf({ peers, logger, ids, config = storageDefaults }: StorageRuntime, shared: Shared): Sweep {
  const keepUnusedMs = config.keepUnusedDays * DAY;
  return new Sweep({ ...shared, peers, logger, keepUnusedMs }, new Holds(shared.collections, ids.next()));
}
