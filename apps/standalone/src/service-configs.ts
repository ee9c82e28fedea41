import { billingConfig, type BillingConfig } from '@skyshelf/billing';
import { catalogConfig, type CatalogConfig } from '@skyshelf/catalog';
import { checkConfigs, loadConfig, type ConfiguredProcess, type Environment } from '@skyshelf/config';
import { gatewayConfig, type GatewayConfig } from '@skyshelf/gateway';
import { mediaConfig, type MediaConfig } from '@skyshelf/media';
import { notifyConfig, type NotifyConfig } from '@skyshelf/notify';
import { storageConfig, type StorageConfig } from '@skyshelf/storage';
import { standaloneConfig, type StandaloneConfig } from './standalone.config.js';

/** The services' own settings. */
export interface ServiceConfigs {
  gateway: GatewayConfig;
  catalog: CatalogConfig;
  storage: StorageConfig;
  media: MediaConfig;
  billing: BillingConfig;
  notify: NotifyConfig;
}

/**
 * Reads all settings.
 * @throws ConfigError that names every wrong variable, whichever service it is for
 */
export function readSettings(env: Environment): { config: StandaloneConfig; configs: ServiceConfigs } {
  checkConfigs(configuredProcesses, env, { service: 'Skyshelf' });
  return {
    config: loadConfig(standaloneConfig, env, { service: 'Skyshelf' }),
    configs: {
      gateway: loadConfig(gatewayConfig, env, { service: 'gateway' }),
      catalog: loadConfig(catalogConfig, env, { service: 'catalog' }),
      storage: loadConfig(storageConfig, env, { service: 'storage' }),
      media: loadConfig(mediaConfig, env, { service: 'media' }),
      billing: loadConfig(billingConfig, env, { service: 'billing' }),
      notify: loadConfig(notifyConfig, env, { service: 'notify' }),
    },
  };
}

/** Everything an operator of the standalone can set, for docs/configuration.md. */
export const configuredProcesses: readonly ConfiguredProcess[] = [
  { name: 'standalone', schema: standaloneConfig },
  { name: 'gateway', schema: gatewayConfig },
  { name: 'catalog', schema: catalogConfig },
  { name: 'storage', schema: storageConfig },
  { name: 'media', schema: mediaConfig },
  { name: 'billing', schema: billingConfig },
  { name: 'notify', schema: notifyConfig },
];
