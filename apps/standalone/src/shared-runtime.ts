import type { ServiceName } from '@skyshelf/contracts';
import type { EventBus } from '@skyshelf/event-bus';
import { inProcessRevocations } from '@skyshelf/gateway';
import { createPeers, inProcessLink } from '@skyshelf/peers';
import { adminsOf, databaseName, type StatefulRuntime } from '@skyshelf/service';
import {
  createIds,
  createStatementSigner,
  createTokenVerifier,
  publicHalves,
  statementKeys,
  systemClock,
} from '@skyshelf/tokens';
import { createLogger, createMetrics } from '@skyshelf/telemetry';
import type { FindService, StandaloneDeps } from './standalone.config.js';

type Link = ReturnType<typeof inProcessLink>;

/** A service's own view of it. */
export function sharedRuntime(
  { config, keys, client, logs }: StandaloneDeps,
  bus: EventBus,
  find: FindService,
): (name: ServiceName) => Omit<StatefulRuntime<never>, 'outbox'> {
  const internalKeys = () => keys().internalKeys;
  const shared = {
    clock: systemClock,
    ids: createIds(),
    signer: createStatementSigner(statementKeys(keys)),
    tokens: createTokenVerifier({
      keys: () => publicHalves(keys().tokenKeys),
      revoked: inProcessRevocations(() => find('gateway')),
    }),
    peers: createPeers({ internalKeys, linkTo: linksOnce(find) }),
    internalKeys,
    isAdmin: adminsOf(config),
    metricsToken: () => config.metricsToken,
    client,
    bus,
    relayHolder: 'standalone',
  };
  return (name) => ({
    ...shared,
    db: client.db(databaseName(name)),
    logger: createLogger({ service: name, level: config.logLevel, destination: logs }),
    metrics: createMetrics(name),
  });
}

/** Services may name each other before all are made. */
function linksOnce(find: FindService): (name: ServiceName) => Link {
  const links = new Map<ServiceName, Link>();
  return (name) => {
    const link = links.get(name) ?? inProcessLink(() => find(name));
    links.set(name, link);
    return link;
  };
}
