import type { ServiceName } from '@skyshelf/contracts';
import { createPeers, peerLinks, type Peers } from '@skyshelf/peers';
import { createMetrics, declareGauge, processMetrics, type Logger } from '@skyshelf/telemetry';
import {
  createIds,
  createStatementSigner,
  createTokenVerifier,
  statementKeys,
  systemClock,
  type RevokedSessions,
} from '@skyshelf/tokens';
import type { ClosingStack } from './closing-stack.js';
import { connectWithRetries } from './connect-with-retries.js';
import { FollowedRevocations } from './followed-revocations.js';
import { gatewayKeys, openKeyFile } from './open-key-file.js';
import { connectDatabase, databaseOf, openDatabase } from './open-database.js';
import type { ProcessConfig } from './process.config.js';
import { adminsOf } from './product-settings.js';
import type { ProcessRuntime } from './process-ports.js';

const keyAge = declareGauge({
  name: 'skyshelf_key_age_seconds',
  help: 'How long ago the keys were changed, as `changed` in their file says.',
  only: 'cluster',
});

export async function openProcessRuntime(
  service: ServiceName,
  config: ProcessConfig,
  logger: Logger,
  open: ClosingStack,
): Promise<Omit<ProcessRuntime, 'bus'>> {
  const keys = openKeyFile(config.keysFile, service, logger);
  open.add(async () => keys.close());
  const internalKeys = () => keys.current().internalKeys;
  const client = openDatabase(service, config);
  open.add(() => client.close());
  const connect = () => connectDatabase(client, service, config);
  await connectWithRetries(connect, { waits: config.isPrepared, logger });
  const links = peerLinks(config.peers, { names: { logger } });
  open.add(() => links.close());
  const peers = createPeers({ internalKeys, linkTo: links.linkTo });
  const revoked = followRevocations(service, peers, logger, open);
  processMetrics.addProcessMetrics();
  const metrics = createMetrics(service);
  metrics.gauge(keyAge, (gauge) => {
    if (keys.changedAt) gauge.set({}, (systemClock.now().getTime() - keys.changedAt.getTime()) / 1000);
  });
  return {
    logger,
    client,
    peers,
    internalKeys,
    isAdmin: adminsOf(config),
    metricsToken: () => config.metricsToken,
    keys: keys.current,
    process: config,
    relayHolder: config.replica,
    db: databaseOf(client, service, config),
    metrics,
    clock: systemClock,
    ids: createIds(),
    signer: createStatementSigner(statementKeys(keys.current)),
    tokens: createTokenVerifier({ keys: gatewayKeys(peers), revoked }),
  };
}

function followRevocations(
  service: ServiceName,
  peers: Peers,
  logger: Logger,
  open: ClosingStack,
): RevokedSessions | undefined {
  // It has the list itself.
  if (service === 'gateway') return undefined;
  const onTrouble = (error: unknown) =>
    logger.warn({ err: error }, 'the gateway cannot be asked for revoked sessions');
  const revoked = new FollowedRevocations({ peers, onTrouble });
  revoked.start();
  open.add(async () => revoked.stop());
  return revoked;
}
