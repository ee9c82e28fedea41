import { checkConfigs, loadConfig, type ConfiguredProcess, type Environment } from '@skyshelf/config';
import { companionConfig } from '@skyshelf/companion';
import type { GatewayConfig } from '@skyshelf/gateway';
import { serviceList, services } from '@skyshelf/services';
import { clusterConfig, type ClusterConfig } from './cluster.config.js';

/** Whose settings people may have given: our own and, as they go on to them, the services'. */
const configured: readonly ConfiguredProcess[] = [
  { name: 'cluster', schema: clusterConfig },
  ...serviceList.map(({ name, config }) => ({ name, schema: config })),
  { name: 'companion', schema: companionConfig },
];

/**
 * Reads the cluster's settings, and the services' to see that they are right before anything is started; the cluster itself needs to
 * know the gateway's.
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
