import { MongoClient, type Db } from 'mongodb';
import { loadConfig, type Environment } from '@skyshelf/config';
import { createLogger, createMetrics, processMetrics, startTracing, type Logger } from '@skyshelf/telemetry';
import { systemClock } from '../clock.js';
import { createService, type CreatedService } from '../create-service.js';
import { createIds } from '../ids.js';
import { createPeers } from '../peers/create-peers.js';
import type { ServiceDefinition, ServiceRuntime } from '../runtime.js';
import { createStatementSigner } from '../statement-signer.js';
import { createTokenVerifier } from '../token-verifier.js';
import { databaseName } from './database-name.js';
import { gatewayKeys } from './gateway-keys.js';
import { peerLinks } from './peer-links.js';
import { processConfig, type ProcessConfig } from './process.config.js';

/** What a service of its own process has at hand before it adds its own ports. */
export interface AloneRuntime extends ServiceRuntime {
  client: MongoClient;
  /** The service's database. */
  db: Db;
  process: ProcessConfig;
}

export interface AloneOptions<R extends ServiceRuntime> {
  /** Adds the ports of the service; `onStop` takes what has to be closed after the service has stopped, last first. */
  widen(base: AloneRuntime, onStop: (close: () => Promise<void>) => void): Promise<R> | R;
  env?: Environment;
  /** Who asks the process to stop; default its own SIGTERM and SIGINT. */
  signals?: Pick<NodeJS.Process, 'once' | 'off'>;
}

type Close = () => Promise<void>;

async function baseRuntime(service: ServiceDefinition<never>['name'], config: ProcessConfig, logger: Logger, onStop: (close: Close) => void): Promise<AloneRuntime> {
  const client = new MongoClient(config.mongodbUri, { appName: `skyshelf-${service}`, serverSelectionTimeoutMS: 10_000 });
  onStop(() => client.close());
  await client.connect();
  const links = peerLinks(config.peers);
  onStop(() => links.close());
  const peers = createPeers({ internalSecret: config.internalSecret, linkTo: links.linkTo });
  processMetrics.addProcessMetrics();
  return {
    logger, client, peers, process: config,
    db: client.db(databaseName(service, config.databasePrefix)),
    metrics: createMetrics(service),
    clock: systemClock,
    ids: createIds(),
    signer: createStatementSigner(config.internalSecret),
    tokens: createTokenVerifier({ keys: gatewayKeys(peers) }),
    internalSecret: config.internalSecret,
  };
}

/**
 * Runs one service as a process of its own, as its main.ts does: settings from the environment, database, tracing, background work, listening; and a stop
 * in order on SIGTERM or SIGINT.
 * @throws ConfigError that names every wrong setting; whatever keeps the service from starting, after everything opened is closed again
 */
export async function startAlone<R extends ServiceRuntime>(
  definition: ServiceDefinition<R>,
  { widen, env = process.env, signals = process }: AloneOptions<R>,
): Promise<{ service: CreatedService; address: string; stop(): Promise<void> }> {
  const config = loadConfig(processConfig, env, { service: definition.name });
  const logger = createLogger({ service: definition.name, level: config.logLevel });
  const closing: Close[] = [];
  const onStop = (close: Close): void => void closing.unshift(close);
  const closeAll = async (): Promise<void> => {
    for (const close of closing.splice(0)) await close();
  };
  try {
    const tracing = await startTracing({ service: definition.name, endpoint: config.otlpEndpoint });
    onStop(() => tracing.stop());
    const service = await createService(definition, await widen(await baseRuntime(definition.name, config, logger, onStop), onStop));
    onStop(() => service.stop());
    await service.start();
    const address = await service.listen({ host: config.host, port: config.port });
    const stop = (): Promise<void> => {
      for (const name of ['SIGTERM', 'SIGINT'] as const) signals.off(name, stop);
      return closeAll();
    };
    for (const name of ['SIGTERM', 'SIGINT'] as const) signals.once(name, stop);
    logger.info({ address }, 'ready');
    return { service, address, stop };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
