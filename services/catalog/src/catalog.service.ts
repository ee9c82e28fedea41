import { EventBusTransport } from '@skyshelf/event-bus';
import type { HealthCheck, ServiceDefinition } from '@skyshelf/service';
import { CatalogModule } from './catalog.module.js';
import type { CatalogRuntime } from './catalog.runtime.js';
import { createDriveStore } from './infrastructure/drive-store.js';
import { createCatalogOutbox } from './infrastructure/outbox.js';

/** The tree: folders, links, files, tags, quota. */
export const catalog: ServiceDefinition<CatalogRuntime> = {
  name: 'catalog',
  prepare: async (runtime) => {
    await createDriveStore(runtime).prepare();
    await createCatalogOutbox(runtime).prepare();
  },
  module: (runtime) => CatalogModule.for(runtime),
  transports: ({ bus, db }) => [new EventBusTransport({ bus, consumer: 'catalog', db })],
  checks: (runtime) => [database(runtime)],
};

const database = ({ db }: CatalogRuntime): HealthCheck => ({
  name: 'catalog.database',
  check: async () => {
    await db.command({ ping: 1 });
    return { status: 'ok' };
  },
});
