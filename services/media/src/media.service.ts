import { EventBusTransport } from '@skyshelf/event-bus';
import type { HealthCheck, ServiceDefinition } from '@skyshelf/service';
import { prepareJobs } from './infrastructure/collections.js';
import { createMediaOutbox } from './infrastructure/outbox.js';
import { MediaModule } from './media.module.js';
import type { MediaRuntime } from './media.runtime.js';

/** Thumbnails and, later, conversions. */
export const media: ServiceDefinition<MediaRuntime> = {
  name: 'media',
  prepare: async (runtime) => {
    await prepareJobs(runtime.db);
    await createMediaOutbox(runtime).prepare();
  },
  module: (runtime) => MediaModule.for(runtime),
  transports: ({ bus, db }) => [new EventBusTransport({ bus, consumer: 'media', db })],
  checks: (runtime) => [database(runtime)],
};

const database = ({ db }: MediaRuntime): HealthCheck => ({
  name: 'media.database',
  check: async () => {
    await db.command({ ping: 1 });
    return { status: 'ok' };
  },
});
