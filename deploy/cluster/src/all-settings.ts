import { billingConfig } from '@skyshelf/billing/config';
import { catalogConfig } from '@skyshelf/catalog/config';
import { ConfigError, loadConfig, type ConfiguredProcess, type Environment } from '@skyshelf/config';
import { gatewayConfig } from '@skyshelf/gateway/config';
import { mediaConfig } from '@skyshelf/media/config';
import { notifyConfig } from '@skyshelf/notify/config';
import { storageConfig } from '@skyshelf/storage/config';
import { clusterConfig, type ClusterConfig } from './cluster.config.js';

/** Whose settings people may have given: our own and, as they go on to them, the services'. */
const configured: readonly ConfiguredProcess[] = [
  { name: 'cluster', schema: clusterConfig },
  { name: 'gateway', schema: gatewayConfig },
  { name: 'catalog', schema: catalogConfig },
  { name: 'storage', schema: storageConfig },
  { name: 'media', schema: mediaConfig },
  { name: 'billing', schema: billingConfig },
  { name: 'notify', schema: notifyConfig },
];

/**
 * Reads the cluster's settings, and the services' to see that they are right before anything is started.
 * @throws ConfigError that names every wrong variable, whichever service it is for
 */
export function readSettings(env: Environment): ClusterConfig {
  const problems = configured.flatMap((each) => problemsOf(each, env));
  if (problems.length > 0) throw new ConfigError('Skyshelf', problems);
  return loadConfig(clusterConfig, env, { service: 'Skyshelf' });
}

function problemsOf({ name, schema }: ConfiguredProcess, env: Environment): readonly string[] {
  try {
    loadConfig(schema, env, { service: name });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
