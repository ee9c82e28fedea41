import { defineService } from '@skyshelf/service';
import { mediaConfig } from './media.config.js';
import type { MediaRuntime } from './media.runtime.js';

export const media = defineService<MediaRuntime>({
  name: 'media',
  config: mediaConfig,
  consumes: ['catalog'],
  jobs: true,
  objects: true,
  replicas: 2,
  indexes: () => import('./infrastructure/indexes.js'),
  module: () => import('./media.module.js'),
});
