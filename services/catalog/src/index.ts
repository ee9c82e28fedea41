export { catalog } from './catalog.service.js';
export { catalogConfig, catalogDefaults, type CatalogConfig } from './catalog.config.js';
export { playlistCheck } from './infrastructure/link-lookup/open-link-providers.js';
export type { CatalogRuntime } from './catalog.runtime.js';
export type { Problem } from './application/reads/check-drive.js';
