import type { Environment } from '@skyshelf/config';
import { createInProcessBus } from '@skyshelf/event-bus';
import { startAlone } from '@skyshelf/http';
import { createFolderStore } from '@skyshelf/object-store';
import { mediaAloneConfig } from './alone.config.js';
import { media } from './media.service.js';

/** Runs media as a process of its own. */
export const startMedia = (env: Environment = process.env) =>
  startAlone(media, {
    env,
    settings: mediaAloneConfig,
    widen: async (base, { objectsFolder, ...config }, onStop) => {
      const { logger, clock, metrics, ids } = base;
      const objects = await createFolderStore({ root: objectsFolder, clock });
      onStop(() => objects.close());
      const bus = createInProcessBus({ logger, clock, metrics });
      onStop(() => bus.close());
      return { ...base, bus, objects, config, relayHolder: `media-${ids.next()}` };
    },
  });
