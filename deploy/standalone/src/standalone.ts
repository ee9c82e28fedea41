import { join } from 'node:path';
import type { Environment } from '@skyshelf/config';
import {
  claimDataFolder,
  openLogFile,
  publicUrlOf,
  readSecrets,
  startOpsServer,
  type DataFolder,
} from '@skyshelf/data-folder';
import { checkSignIn, openSignIn, type SignInTerms } from '@skyshelf/local-identity';
import { createFolderStore } from '@skyshelf/object-store';
import { createLogger, processMetrics, startTracing } from '@skyshelf/telemetry';
import { compose, type Composition } from './compose.js';
import { openDatabase } from './database.js';
import { operationRoutes } from './operation-routes.js';
import type { Parts } from './parts.js';
import { readSettings, type ServiceConfigs } from './service-configs.js';
import type { StandaloneConfig } from './standalone.config.js';

export interface Standalone {
  url: string;
  composition: Composition;
  /** Finishes what has begun, then stops everything it started. May be called again. */
  stop(): Promise<void>;
}

type Close = () => Promise<void> | void;

/**
 * Starts the whole product on a data folder.
 * @param onFailure called when it cannot go on (its database cannot be started again)
 * @param patience how often a handler of events may fail, and how long to wait between; default as the bus has it
 * @throws ConfigError, DataFolderInUseError, or whatever keeps a part from starting, after everything opened is closed again
 */
export async function startStandalone(
  env: Environment,
  onFailure: (error: Error) => void,
  patience: Pick<Parts, 'retry'> = {},
): Promise<Standalone> {
  const { config, configs } = readSettings(env);
  checkSignIn(signInTerms(config, configs));
  const folder = claimDataFolder(config.dataFolder);
  const closing: Close[] = [() => folder.release()];
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= closeAll(closing));
  try {
    const parts = await openParts(config, configs, folder, (close) => closing.unshift(close), onFailure);
    const composition = await compose({ ...parts, ...patience, config, configs });
    closing.unshift(() => composition.stop());
    await composition.services.gateway.listen({ host: config.host, port: config.port });
    closing.unshift(await startOpsServer(folder.opsSocket, operationRoutes(composition, parts)));
    const url = publicUrlOf(config);
    folder.announce(url);
    return { url, composition, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openParts(
  config: StandaloneConfig,
  configs: ServiceConfigs,
  folder: DataFolder,
  onStop: (close: Close) => void,
  onFailure: (error: Error) => void,
): Promise<Omit<Parts, 'config' | 'configs'>> {
  const logs = openLogFile(join(folder.path, 'logs', 'skyshelf.log'));
  onStop(() => logs.end());
  const logger = createLogger({ service: 'standalone', level: config.logLevel, destination: logs });
  const { otlpEndpoint: endpoint, traceShare: ratio } = config;
  const tracing = await startTracing({ service: 'skyshelf', endpoint, ratio });
  onStop(() => tracing.stop());
  processMetrics.addProcessMetrics();
  const [secrets, database, objects] = await Promise.all([
    readSecrets(folder.secrets),
    openDatabase({ uri: config.mongodbUri, dbPath: folder.database, logger, onGiveUp: onFailure }),
    createFolderStore({ root: folder.objects }),
  ]);
  onStop(() => database.stop());
  onStop(() => objects.close());
  const signIn = await openSignIn(signInTerms(config, configs), {
    signingKey: secrets.identityKey,
    cookieSecret: secrets.cookieSecret,
    namesFile: folder.identity,
  });
  onStop(() => signIn.close());
  return { secrets, client: database.client, objects, signIn, logs };
}

const signInTerms = (config: StandaloneConfig, { gateway }: ServiceConfigs): SignInTerms => ({
  localIdentity: config.localIdentity,
  publicUrl: publicUrlOf(config),
  others: gateway.providers.length > 0,
});

async function closeAll(closing: Close[]): Promise<void> {
  for (const close of closing.splice(0)) await close();
}
