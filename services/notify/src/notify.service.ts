import { defineService } from '@skyshelf/service';
import { notifyConfig } from './notify.config.js';
import type { NotifyRuntime } from './notify.runtime.js';

export const notify = defineService<NotifyRuntime>({
  name: 'notify',
  config: notifyConfig,
  consumes: ['gateway', 'billing'],
  jobs: true,
  indexes: () => import('./infrastructure/indexes.js'),
  module: () => import('./notify.module.js'),
});
