import { isLimbo, limits, ROOT_ID, type CatalogEvent, catalogEvent } from '@skyshelf/contracts';
import {
  type Projection,
  createMongoDriveStore,
  type MongoDriveStoreOptions,
  type StoreOptions,
} from '@skyshelf/event-store';
import { quotaNotices } from '../application/quota-notice.js';
import type { CatalogRow } from '../domain/catalog-row.js';
import { changesOf } from '../domain/changes.js';
import { increasesDepth } from '../domain/decision.js';
import { admitGrowth, emptyRoom, roomAfter, roomOfEvents, type DriveRoom } from '../domain/drive-room.js';
import { catalogSides, type CatalogSide, type CatalogStore } from '../application/catalog.js';
import type { CatalogRuntime } from '../catalog.runtime.js';

export const catalogProjection: Projection<CatalogEvent, CatalogRow, DriveRoom> = {
  changes: ({ data, at, version, device }) => changesOf(data, { at, version, device }),
  totals: {
    empty: emptyRoom,
    add: roomAfter,
    admit: admitGrowth,
    ofEvents: roomOfEvents,
    jobsOf: quotaNotices,
  },
  bounds: { depth: increasesDepth },
  tree: { parent: 'parentId', root: ROOT_ID, maxDepth: limits.maxDepth, isDetached: isLimbo },
  unique: [['parentId', 'class', 'nameKey']],
  indexes: [['blobId'], ['derivedBlobIds'], ['tags'], ['url'], ['words'], ['trashed']],
};

type StoreDeps = Pick<CatalogRuntime, 'clock' | 'ids'> &
  Partial<Pick<CatalogRuntime, 'logger' | 'metrics' | 'epochs'>>;

export const driveStoreOptions = ({
  clock,
  ids,
  logger,
  metrics,
  epochs,
}: StoreDeps): StoreOptions<CatalogEvent, CatalogRow, CatalogSide, DriveRoom> => ({
  service: 'catalog',
  projection: catalogProjection,
  eventSchema: catalogEvent,
  sides: catalogSides,
  clock,
  ids,
  logger,
  metrics,
  epoch: epochs && (() => epochs.of('catalog')),
});

export const createDriveStore = (
  runtime: Pick<CatalogRuntime, 'client' | 'db'> & StoreDeps,
  more: Pick<
    MongoDriveStoreOptions<CatalogEvent, CatalogRow, CatalogSide, DriveRoom>,
    'retireMs' | 'jobs'
  > = {},
): CatalogStore =>
  createMongoDriveStore({ ...driveStoreOptions(runtime), client: runtime.client, db: runtime.db, ...more });
