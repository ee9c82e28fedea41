import { catalogEvent, limits, type CatalogEvent } from '@skyshelf/contracts';
import { createMongoDriveStore, type DriveStore, type StoreOptions } from '@skyshelf/event-store';
import type { CatalogRow } from '../domain/catalog-row.js';
import type { CatalogRuntime } from '../catalog.runtime.js';
import { catalogProjection } from './projection.js';

type Parts = Pick<CatalogRuntime, 'clock' | 'ids'> & Partial<Pick<CatalogRuntime, 'logger' | 'metrics'>>;

/** What makes an event store catalog's: also for the one in memory. */
export const driveStoreOptions = ({
  clock,
  ids,
  logger,
  metrics,
}: Parts): StoreOptions<CatalogEvent, CatalogRow> => ({
  service: 'catalog',
  projection: catalogProjection,
  eventSchema: catalogEvent,
  defaults: { quota: limits.freePlanBytes },
  clock,
  ids,
  logger,
  metrics,
});

export const createDriveStore = (
  runtime: Pick<CatalogRuntime, 'client' | 'db'> & Parts,
): DriveStore<CatalogEvent, CatalogRow> =>
  createMongoDriveStore({ ...driveStoreOptions(runtime), client: runtime.client, db: runtime.db });
