import { defineService } from '@skyshelf/service';
import { storageConfig } from './storage.config.js';
import type { StorageRuntime } from './storage.runtime.js';

export const storage = defineService<StorageRuntime>({
  name: 'storage',
  config: storageConfig,
  consumes: ['catalog'],
  objects: true,
  jobs: true,
  replicas: 2,
  indexes: () => import('./infrastructure/indexes.js'),
  recovery: () => import('./infrastructure/deleted-drives.js'),
  module: () => import('./storage.module.js'),
});
