import { catalogConfig, type CatalogConfig } from '@skyshelf/catalog';
import { loadConfig, type ConfiguredProcess, type Environment } from '@skyshelf/config';
import { mediaConfig, type MediaConfig } from '@skyshelf/media';
import { storageConfig, type StorageConfig } from '@skyshelf/storage';
import { standaloneConfig } from './standalone.config.js';

/** The services' own settings. */
export interface ServiceConfigs {
  catalog: CatalogConfig;
  storage: StorageConfig;
  media: MediaConfig;
}

/** @throws ConfigError that names every wrong variable of a service */
export const readServiceConfigs = (env: Environment): ServiceConfigs => ({
  catalog: loadConfig(catalogConfig, env, { service: 'catalog' }),
  storage: loadConfig(storageConfig, env, { service: 'storage' }),
  media: loadConfig(mediaConfig, env, { service: 'media' }),
});

/** Everything an operator of the standalone can set, for docs/configuration.md. */
export const configuredProcesses: readonly ConfiguredProcess[] = [
  { name: 'standalone', schema: standaloneConfig },
  { name: 'catalog', schema: catalogConfig },
  { name: 'storage', schema: storageConfig },
  { name: 'media', schema: mediaConfig },
];
