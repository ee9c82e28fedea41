import type { ServiceDefinition } from '@skyshelf/service';
import { prepareUpdates } from './infrastructure/update-documents.js';
import { NotifyModule } from './notify.module.js';
import type { NotifyRuntime } from './notify.runtime.js';

/** News about the product. */
export const notify: ServiceDefinition<NotifyRuntime> = {
  name: 'notify',
  prepare: ({ db }) => prepareUpdates(db),
  module: (runtime) => NotifyModule.for(runtime),
  checks: ({ db }) => [
    { name: 'notify.database', check: async () => db.command({ ping: 1 }).then(() => ({ status: 'ok' })) },
  ],
};
