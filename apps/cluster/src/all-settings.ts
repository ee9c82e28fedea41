import { checkConfigs, loadConfig, type ConfiguredProcess, type Environment } from '@skyshelf/config';
import { companionConfig } from '@skyshelf/companion';
import type { GatewayConfig } from '@skyshelf/gateway';
import { serviceList, services } from '@skyshelf/services';
import { clusterConfig, type ClusterConfig } from './cluster.config.js';

/** Own settings, and the services' that people may have given. */
const configured: readonly ConfiguredProcess[] = [
  { name: 'cluster', schema: clusterConfig },
  ...serviceList.map(({ name, config }) => ({ name, schema: config })),
  { name: 'companion', schema: companionConfig },
];

/**
 * Also checks the services' settings before anything starts; the cluster itself needs the gateway's.
 * @throws ConfigError that names every wrong variable, whichever service it is for
 */
export function readSettings(env: Environment): {
  config: ClusterConfig;
  gateway: GatewayConfig;
} {
  checkConfigs(configured, env, { service: 'Skyshelf' });
  return {
    config: loadConfig(clusterConfig, env, { service: 'Skyshelf' }),
    gateway: loadConfig(services.gateway.config, env, { service: 'gateway' }),
  };
}
