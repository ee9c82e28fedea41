import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { peerEventSource, Refill } from '@skyshelf/event-bus';
import type { Catalog } from './application/catalog.js';
import { PurgeRunner } from './application/processes/purge-runner.js';
import { ReservationSweep } from './application/processes/reservation-sweep.js';
import { catalogDefaults } from './catalog.config.js';
import { CATALOG, LISTINGS, OUTBOX, PURGES, type CatalogRuntime } from './catalog.runtime.js';
import { ClipboardController } from './http/clipboard.controller.js';
import { ElementsController } from './http/elements.controller.js';
import { FoldersController } from './http/folders.controller.js';
import { OverviewController } from './http/overview.controller.js';
import { InternalController } from './http/internal.controller.js';
import { UploadsController } from './http/uploads.controller.js';
import { abortablePause } from './infrastructure/abortable-pause.js';
import { BackgroundWork } from './infrastructure/background-work.js';
import { createDriveStore } from './infrastructure/drive-store.js';
import { ListingCache } from './infrastructure/listing-cache.js';
import { createCatalogOutbox } from './infrastructure/outbox.js';
import { Reactions } from './reactions/reactions.controller.js';
import { SettingsReactions } from './reactions/settings.reactions.js';

@Module({})
export class CatalogModule {
  static for(runtime: CatalogRuntime): DynamicModule {
    return {
      module: CatalogModule,
      controllers: [
        FoldersController,
        ElementsController,
        ClipboardController,
        UploadsController,
        OverviewController,
        InternalController,
        Reactions,
        SettingsReactions,
      ],
      providers: providers(runtime),
    };
  }
}

const refillOf = ({ bus, peers }: CatalogRuntime): Refill =>
  new Refill({ bus, consumer: 'catalog', sourceOf: (service) => peerEventSource(peers, service) });

const mebibyte = 1024 * 1024;
const purgeRetryMs = 250;

/**
 * Everything is made here, by hand and in one place, so that the use cases themselves know nothing of Nest.
 */
function providers(runtime: CatalogRuntime): Provider[] {
  const { clock, ids, signer, logger, config = catalogDefaults } = runtime;
  const { refusedExtensions, maxChangesBehind, parallelPurges, reservationSweepSeconds, listingCacheMb } =
    config;
  const store = createDriveStore(runtime);
  const outbox = createCatalogOutbox(runtime);
  const catalog: Catalog = {
    store,
    clock,
    ids,
    signer,
    settings: { refusedExtensions: new Set(refusedExtensions), maxChangesBehind },
  };
  const purges = new PurgeRunner(catalog, logger, {
    parallel: parallelPurges,
    retryMs: purgeRetryMs,
    pause: abortablePause,
  });
  const sweep = new ReservationSweep(catalog, logger, reservationSweepSeconds * 1000);
  return [
    { provide: CATALOG, useValue: catalog },
    { provide: LISTINGS, useValue: new ListingCache(listingCacheMb * mebibyte, runtime.metrics) },
    { provide: Refill, useValue: refillOf(runtime) },
    { provide: OUTBOX, useValue: outbox },
    { provide: PURGES, useValue: purges },
    { provide: BackgroundWork, useValue: new BackgroundWork(runtime, { store, outbox, purges, sweep }) },
  ];
}
