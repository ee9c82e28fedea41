import { gatewayCalls, type ServiceName } from '@skyshelf/contracts';
import { ask, createPeers, peerLinks, type Peers } from '@skyshelf/peers';
import {
  createMetrics,
  declareGauge,
  type Logger,
  measureGauge,
  measureMongo,
  processMetrics,
} from '@skyshelf/telemetry';
import {
  createIds,
  createStatementSigner,
  createTokenVerifier,
  KeyFile,
  type KeyName,
  type PublicKeys,
  type RevokedSessions,
  statementKeys,
  systemClock,
} from '@skyshelf/tokens';
import { ConfigError } from '@skyshelf/config';
import type { JWK } from 'jose';
import type { ClosingStack } from './closing-stack.js';
import { connectDatabase, connectWithRetries, databaseOf, openDatabase } from './open-database.js';
import { FollowedRevocations } from './followed-revocations.js';
import type { ProcessConfig } from './process.config.js';
import { adminsOf } from './product-settings.js';
import type { ProcessRuntime } from './process-ports.js';

/** Besides the keys of internal calls. */
const own: Readonly<Partial<Record<ServiceName, readonly KeyName[]>>> = {
  gateway: ['tokenKeys'],
  catalog: ['grantKeys', 'receiptKeys'],
  storage: ['grantKeys', 'receiptKeys'],
};

/** @throws ConfigError when a key that the service needs can't be read */
function openKeyFile(path: string, service: ServiceName, logger: Logger): KeyFile {
  const needed: KeyName[] = ['internalKeys', ...(own[service] ?? [])];
  try {
    return new KeyFile({ path, needed, logger });
  } catch (error) {
    throw new ConfigError(service, [`SKYSHELF_KEYS_FILE: given ${path}. ${(error as Error).message}.`]);
  }
}

/** Source: RFC 7517. */
const gatewayKeys =
  (peers: Peers): PublicKeys =>
  async () =>
    (await ask(peers, gatewayCalls.keys)).keys satisfies JWK[];

const keyAge = declareGauge({
  name: 'skyshelf_key_age_seconds',
  help: 'How long ago the keys were changed, as `changed` in their file says.',
  only: 'cluster',
});

const secondsSince = (date: Date): number => (systemClock.now().getTime() - date.getTime()) / 1000;

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
  const metrics = createMetrics(service);
  measureMongo(client, metrics);
  const connect = () => connectDatabase(client, service, config);
  await connectWithRetries(connect, { waits: config.isPrepared, logger });
  const links = peerLinks(config.peers, { names: { logger } });
  open.add(() => links.close());
  const peers = createPeers({ internalKeys, linkTo: links.linkTo });
  const revoked = followRevocations(service, peers, logger, open);
  processMetrics.addProcessMetrics();
  measureGauge(metrics, keyAge, () => keys.changedAt && secondsSince(keys.changedAt));
  return {
    logger,
    client,
    peers,
    internalKeys,
    isAdmin: adminsOf(config),
    readOnly: config.readOnly,
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
