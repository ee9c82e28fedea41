import type { Opened, ServiceParts } from '@skyshelf/service';
import type { Notify } from './application/notify.js';
import { UpdatesController } from './http/updates.controller.js';
import { prepareUpdates, updateDocuments } from './infrastructure/update-documents.js';
import { NOTIFY, type NotifyRuntime } from './notify.runtime.js';

/** Everything is made here, by hand and in one place, so that the use cases themselves know nothing of Nest. */
export function openService({ db, config, clock }: Opened<NotifyRuntime>): ServiceParts {
  const notify: Notify = { updates: updateDocuments(db), updatesShown: config.updatesShown, clock };
  return {
    controllers: [UpdatesController],
    providers: [{ provide: NOTIFY, useValue: notify }],
    prepare: () => prepareUpdates(db),
  };
}
