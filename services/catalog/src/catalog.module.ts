import { gatewayCalls, limits, notifyCalls, storageCalls } from '@skyshelf/contracts';
import type { JobKind } from '@skyshelf/jobs';
import { ask, askBytes } from '@skyshelf/peers';
import { createSealer } from '@skyshelf/tokens';
import { openServiceJobs, type Opened, type ServiceJobs, type ServiceComponents } from '@skyshelf/service';
import type { Catalog } from './application/catalog.js';
import { dropKind } from './application/drops/drop-notice.js';
import { saveKind, type SaveDeps } from './application/shares/save-share.js';
import type { ShareDeps } from './application/shares/share-deps.js';
import { DepthCounter } from './application/processes/depth-counter.js';
import { processKind } from './application/processes/process-kind.js';
import { quotaKind } from './application/quota-notice.js';
import { sweepKind, type DriveSweep } from './application/processes/sweep-drives.js';
import { trashKinds } from './application/trash/trash-kinds.js';
import { catalogSettings } from './catalog.config.js';
import {
  CATALOG,
  DRIVES_CATALOG,
  FEATURES,
  LINK_PROVIDERS,
  LISTINGS,
  RESTORES,
  SHARES,
  type CatalogRuntime,
} from './catalog.runtime.js';
import { BookmarksController } from './http/bookmarks.controller.js';
import { InternalController } from './http/internal.controller.js';
import { DropsController } from './http/drops.controller.js';
import { ElementsController, PlaylistsController } from './http/elements.controller.js';
import { BundlesController, UploadsController } from './http/uploads.controller.js';
import { FilesController } from './http/files.controller.js';
import { FoldersController } from './http/folders.controller.js';
import { LinksController } from './http/links.controller.js';
import { OverviewController } from './http/overview.controller.js';
import { ProcessesController } from './http/processes.controller.js';
import { ShownFilesController } from './http/shown-files.controller.js';
import { RewindController } from './http/rewind.controller.js';
import { SharesController } from './http/shares.controller.js';
import { TagsController } from './http/tags.controller.js';
import { TrashController } from './http/trash.controller.js';
import { VersionsController } from './http/versions.controller.js';
import { archive, catalogOwner, Restores } from './infrastructure/drive-owner.js';
import { createDriveStore } from './infrastructure/drive-store.js';
import { openLinkProviders, playlistCheck } from './infrastructure/link-lookup/open-link-providers.js';
import { ListingCache } from './infrastructure/listing-cache.js';
import { createOpenCounts } from './infrastructure/open-counts.js';
import { createShareDirectory, StoredShareCounts } from './infrastructure/share-counts.js';
import { sumUsedBytes } from './infrastructure/used-bytes.js';
import { DrivesCatalog } from './reactions/effects.js';
import { Reactions } from './reactions/reactions.controller.js';

const mebibyte = 1024 * 1024;
/** Another process takes over a long command this long after its process was killed. */
const JOB_LEASE_MS = 30_000;

const controllers = [
  FoldersController,
  ElementsController,
  FilesController,
  PlaylistsController,
  ProcessesController,
  TagsController,
  TrashController,
  SharesController,
  DropsController,
  VersionsController,
  RewindController,
  UploadsController,
  BundlesController,
  BookmarksController,
  OverviewController,
  LinksController,
  InternalController,
  ShownFilesController,
  Reactions,
];

const { blobBytes, importBlob } = storageCalls;
const { sendDropNotice, sendQuotaNotice } = notifyCalls;

const sweepMsOf = ({ config }: Opened<CatalogRuntime>): number => config.reservationSweepSeconds * 1000;

function jobKinds(runtime: Opened<CatalogRuntime>, saving: () => SaveDeps): JobKind<unknown>[] {
  const { config, logger, peers } = runtime;
  const catalog = () => saving().catalog;
  const enqueue: DriveSweep['enqueue'] = (all) => saving().enqueue(all);
  return [
    processKind(catalog, config.parallelPurges),
    quotaKind((drive, body) => ask(peers, sendQuotaNotice, { params: { drive }, body })),
    dropKind(catalog, (drive, body) => ask(peers, sendDropNotice, { params: { drive }, body })),
    sweepKind(() => ({ catalog: catalog(), enqueue, logger }), sweepMsOf(runtime)),
    ...trashKinds(catalog, logger, config),
    saveKind(saving),
  ];
}

/** A file of the greatest size from a slow store. */
const IMPORT_MS = limits.importMs;

const saveDeps = (
  { peers }: Opened<CatalogRuntime>,
  catalog: Catalog,
  enqueue: SaveDeps['enqueue'],
): SaveDeps => ({
  catalog,
  enqueue,
  importBlob: (blobId, grant) =>
    ask(peers, importBlob, { params: { blobId }, body: { grant }, timeoutMs: IMPORT_MS }),
});

const shareDeps = (
  { db, internalKeys, peers }: Opened<CatalogRuntime>,
  catalog: Catalog,
): ShareDeps & { counts: StoredShareCounts } => ({
  catalog,
  sealer: createSealer(internalKeys, 'addresses of links'),
  directory: createShareDirectory(db),
  counts: new StoredShareCounts(db),
  endGeneration: async (drive, { id, receives }, generation) => {
    const body = { id, generation, kind: receives ? ('drop' as const) : ('share' as const) };
    await ask(peers, gatewayCalls.endShareGeneration, { params: { drive }, body });
  },
});

/** Constructed by hand in one place, so that use cases know nothing of Nest. */
export function openService(runtime: Opened<CatalogRuntime>): ServiceComponents {
  const { clock, ids, signer, logger, config, peers } = runtime;
  const kinds = jobKinds(runtime, () => saving);
  const jobs: ServiceJobs = openServiceJobs(runtime, { kinds, worksOn: () => kinds, leaseMs: JOB_LEASE_MS });
  const store = createDriveStore(runtime, { jobs: jobs.queue });
  const depths = new DepthCounter({ store, ids }, logger);
  const catalog: Catalog = {
    store,
    clock,
    ids,
    signer,
    settings: catalogSettings(config),
    depths,
    opens: createOpenCounts(runtime.db),
    longCommands: { wake: () => jobs.runner.wake() },
    files: { open: async (blobId) => (await askBytes(peers, blobBytes, { params: { blobId } })).body },
  };
  const saving = saveDeps(runtime, catalog, (all) => jobs.queue.enqueue(all));
  const shares = { ...shareDeps(runtime, catalog), ...saving };
  const restores = new Restores(runtime.db, clock);
  sumUsedBytes(runtime.db, runtime.metrics);
  return {
    store,
    jobs,
    drives: catalogOwner(runtime.db, { restores, catalog, counts: shares.counts }),
    archive,
    controllers,
    providers: [
      { provide: CATALOG, useValue: catalog },
      { provide: DRIVES_CATALOG, useValue: new DrivesCatalog(catalog, peers) },
      { provide: LINK_PROVIDERS, useValue: openLinkProviders(config) },
      { provide: FEATURES, useValue: [playlistCheck(config)] },
      { provide: LISTINGS, useValue: new ListingCache(config.listingCacheMb * mebibyte, runtime.metrics) },
      { provide: SHARES, useValue: shares },
      { provide: RESTORES, useValue: restores },
      { provide: DepthCounter, useValue: depths },
    ],
  };
}
