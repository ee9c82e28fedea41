import { defineService } from '@skyshelf/service';
import { notifyConfig } from './notify.config.js';
import type { NotifyRuntime } from './notify.runtime.js';

/** News about the product, and mail. */
export const notify = defineService<NotifyRuntime>({
  name: 'notify',
  config: notifyConfig,
  consumes: ['gateway', 'billing'],
  jobs: true,
  module: () => import('./notify.module.js'),
});
