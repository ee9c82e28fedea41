import type { ServiceName } from '@skyshelf/contracts';
import type { EventBus } from '@skyshelf/event-bus';
import { createPeers, inProcessLink } from '@skyshelf/peers';
import { databaseName, type ServiceRuntime } from '@skyshelf/service';
import {
  createIds,
  createStatementSigner,
  createTokenVerifier,
  publicHalves,
  statementKeys,
  systemClock,
} from '@skyshelf/tokens';
import { createLogger, createMetrics } from '@skyshelf/telemetry';
import type { Db, MongoClient } from 'mongodb';
import type { FindService, Parts } from './parts.js';

/** What a service gets here beside the ports that only some have. */
export interface SharedRuntime extends ServiceRuntime {
  client: MongoClient;
  /** The service's own database. */
  db: Db;
  bus: EventBus;
  relayHolder: string;
}

type Link = ReturnType<typeof inProcessLink>;

/** What all services of this process have in common; the function gives a service its own view of it. */
export function sharedRuntime(
  { config, keys, client, logs }: Parts,
  bus: EventBus,
  find: FindService,
): (name: ServiceName) => SharedRuntime {
  const internalKeys = () => keys().internalKeys;
  const shared = {
    clock: systemClock,
    ids: createIds(),
    signer: createStatementSigner(statementKeys(keys)),
    tokens: createTokenVerifier({ keys: () => publicHalves(keys().tokenKeys) }),
    peers: createPeers({ internalKeys, linkTo: linksOnce(find) }),
    internalKeys,
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

/** One link to each service, made when it is first asked for: services may name each other before all are made. */
function linksOnce(find: FindService): (name: ServiceName) => Link {
  const links = new Map<ServiceName, Link>();
  return (name) => {
    const link = links.get(name) ?? inProcessLink(() => find(name));
    links.set(name, link);
    return link;
  };
}
