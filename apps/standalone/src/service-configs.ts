import { checkConfigs, loadConfig, type ConfiguredProcess, type Environment } from '@skyshelf/config';
import { companionConfig } from '@skyshelf/companion';
import { serviceList, services } from '@skyshelf/services';
import type { z } from 'zod';
import { standaloneConfig, type StandaloneConfig } from './standalone.config.js';

type Services = typeof services;

export type ServiceConfigs = { [Name in keyof Services]: Readonly<z.infer<Services[Name]['config']>> };

/** @throws ConfigError that names every wrong variable, whichever service it is for */
export function readSettings(env: Environment): { config: StandaloneConfig; configs: ServiceConfigs } {
  checkConfigs(configuredProcesses, env, { service: 'Skyshelf' });
  const own = serviceList.map(({ name, config }) => [name, loadConfig(config, env, { service: name })]);
  return {
    config: loadConfig(standaloneConfig, env, { service: 'Skyshelf' }),
    // Each by its own schema, whose type the list has.
    configs: Object.fromEntries(own) as ServiceConfigs,
  };
}

/** For docs/configuration.md. */
export const configuredProcesses: readonly ConfiguredProcess[] = [
  { name: 'standalone', schema: standaloneConfig },
  ...serviceList.map(({ name, config }) => ({ name, schema: config })),
  { name: 'companion', schema: companionConfig },
];
