import { defineService } from '@skyshelf/service';
import { notifyConfig } from './notify.config.js';
import type { NotifyRuntime } from './notify.runtime.js';

/** News about the product. */
export const notify = defineService<NotifyRuntime>({
  name: 'notify',
  config: notifyConfig,
  consumes: [],
  module: () => import('./notify.module.js'),
});
