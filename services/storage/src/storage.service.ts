import { EventBusTransport } from '@skyshelf/event-bus';
import type { HealthCheck, ServiceDefinition } from '@skyshelf/service';
import { prepareCollections } from './infrastructure/collections.js';
import { createStorageOutbox } from './infrastructure/outbox.js';
import { StorageModule } from './storage.module.js';
import type { StorageRuntime } from './storage.runtime.js';

/** Bytes: uploads, blobs, downloads, clean-up. */
export const storage: ServiceDefinition<StorageRuntime> = {
  name: 'storage',
  prepare: async (runtime) => {
    await prepareCollections(runtime.db);
    await createStorageOutbox(runtime).prepare();
  },
  module: (runtime) => StorageModule.for(runtime),
  transports: ({ bus, db }) => [new EventBusTransport({ bus, consumer: 'storage', db })],
  checks: (runtime) => [database(runtime), objectStore(runtime)],
};

const database = ({ db }: StorageRuntime): HealthCheck => ({
  name: 'storage.database',
  check: async () => {
    await db.command({ ping: 1 });
    return { status: 'ok' };
  },
});

const objectStore = ({ objects }: StorageRuntime): HealthCheck => ({
  name: 'storage.objects',
  check: async () => {
    await objects.head('health');
    return { status: 'ok' };
  },
});
