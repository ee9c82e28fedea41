import { defineService } from '@skyshelf/service';
import { catalogConfig } from './catalog.config.js';
import type { CatalogRuntime } from './catalog.runtime.js';

export const catalog = defineService<CatalogRuntime>({
  name: 'catalog',
  config: catalogConfig,
  consumes: ['billing', 'storage', 'media'],
  streams: true,
  jobs: true,
  replicas: 2,
  indexes: () => import('./infrastructure/indexes.js'),
  module: () => import('./catalog.module.js'),
});
