import { join } from 'node:path';
import { loadConfig, type Environment } from '@skyshelf/config';
import {
  companionConfig,
  configuredNames,
  superviseCompanion,
  type SupervisedCompanion,
} from '@skyshelf/companion';
import { publicUrlOf, type DataFolder } from '@skyshelf/data-folder';
import { createLogger } from '@skyshelf/telemetry';
import type { Composition } from './compose.js';
import type { StandaloneDeps, StandaloneConfig } from './standalone.config.js';

export interface CompanionDeps extends Pick<StandaloneDeps, 'logs'> {
  config: StandaloneConfig;
  folder: Pick<DataFolder, 'path' | 'secrets' | 'companionSocket' | 'storageSocket'>;
  env: Environment;
}

/** A child process, from a user's first request for a source. */
export function keptCompanion({
  config,
  folder,
  env,
  logs,
}: CompanionDeps): SupervisedCompanion & NonNullable<StandaloneDeps['companion']> {
  const kept = superviseCompanion({
    logger: createLogger({ service: 'standalone', level: config.logLevel, destination: logs }),
    logFile: join(folder.path, 'logs', 'companion.log'),
    env: {
      ...process.env,
      ...env,
      PUBLIC_URL: publicUrlOf(config),
      SKYSHELF_KEYS_FILE: folder.secrets,
      COMPANION_LISTEN: `unix:${folder.companionSocket}`,
      COMPANION_STORAGE: `unix:${folder.storageSocket}`,
    },
  });
  const configured = configuredNames(loadConfig(companionConfig, env, { service: 'companion' }));
  return { ...kept, configured, address: `unix:${folder.companionSocket}` };
}

export async function listenForCompanion(
  { services, logger }: Pick<Composition, 'services' | 'logger'>,
  { storageSocket }: Pick<DataFolder, 'storageSocket'>,
): Promise<void> {
  try {
    await services.storage.listenInternal({ path: storageSocket });
  } catch (error) {
    // A path that is too long for a socket, for one.
    logger.warn({ err: error }, 'files cannot be brought from elsewhere');
  }
}
