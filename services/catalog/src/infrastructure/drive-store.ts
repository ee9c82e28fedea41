import { catalogEvent, type CatalogEvent } from '@skyshelf/contracts';
import { createMongoDriveStore, type MongoDriveStoreOptions, type StoreOptions } from '@skyshelf/event-store';
import { catalogSides, type CatalogSide, type CatalogStore } from '../application/catalog.js';
import type { CatalogRow } from '../domain/catalog-row.js';
import type { DriveRoom } from '../domain/drive-room.js';
import type { CatalogRuntime } from '../catalog.runtime.js';
import { catalogProjection } from './projection.js';

type StoreDeps = Pick<CatalogRuntime, 'clock' | 'ids'> & Partial<Pick<CatalogRuntime, 'logger' | 'metrics'>>;

/** For the store in memory, too. */
export const driveStoreOptions = ({
  clock,
  ids,
  logger,
  metrics,
}: StoreDeps): StoreOptions<CatalogEvent, CatalogRow, CatalogSide, DriveRoom> => ({
  service: 'catalog',
  projection: catalogProjection,
  eventSchema: catalogEvent,
  sides: catalogSides,
  clock,
  ids,
  logger,
  metrics,
});

export const createDriveStore = (
  runtime: Pick<CatalogRuntime, 'client' | 'db'> & StoreDeps,
  more: Pick<
    MongoDriveStoreOptions<CatalogEvent, CatalogRow, CatalogSide, DriveRoom>,
    'retireMs' | 'jobs'
  > = {},
): CatalogStore =>
  createMongoDriveStore({ ...driveStoreOptions(runtime), client: runtime.client, db: runtime.db, ...more });
