import type { ServiceName } from '@skyshelf/contracts';
import type { EventBus } from '@skyshelf/event-bus';
import { inProcessHandOver, inProcessRevocations } from '@skyshelf/gateway';
import { createPeers, inProcessLink } from '@skyshelf/peers';
import {
  adminsOf,
  type CreatedService,
  createService,
  databaseName,
  type ServiceDefinition,
  type ServiceOptions,
  type ServiceRuntime,
  type StatefulRuntime,
} from '@skyshelf/service';
import {
  createIds,
  createStatementSigner,
  createTokenVerifier,
  publicHalves,
  statementKeys,
  systemClock,
} from '@skyshelf/tokens';
import { createLogger, createMetrics } from '@skyshelf/telemetry';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { publicUrlOf } from '@skyshelf/data-folder';
import { playlistCheck } from '@skyshelf/catalog';
import { optionalFeatures } from '@skyshelf/media';
import { optionalFeatures as notifyFeatures } from '@skyshelf/notify';
import { services } from '@skyshelf/services';
import type { FindService, StandaloneDeps } from './standalone.config.js';

type Link = ReturnType<typeof inProcessLink>;

/** A service's own view of it. */
function sharedRuntime(
  { config, keys, client, connected, logs }: StandaloneDeps,
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
    readOnly: config.readOnly,
    metricsToken: () => config.metricsToken,
    client,
    ...(connected && { connected }),
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

export type Services = Record<ServiceName, CreatedService>;

/** Built by `npm run build -w @skyshelf/web`. */
const webBuild = resolve(import.meta.dirname, '../../../web/dist');

type SharedRuntime = ReturnType<ReturnType<typeof sharedRuntime>>;
type RuntimeOf<N extends ServiceName> = Parameters<(typeof services)[N]['open']>[0];
type Needs<N extends ServiceName> = Omit<RuntimeOf<N>, keyof SharedRuntime | 'config' | 'objects'>;
/** Required where a service needs such ports. */
type OwnPorts = {
  [N in ServiceName as object extends Needs<N> ? never : N]: Needs<N> & Partial<RuntimeOf<N>>;
} & { [N in ServiceName]?: Partial<RuntimeOf<N>> };

/** They neither listen nor work yet. */
export async function makeServices(
  deps: StandaloneDeps,
  bus: EventBus,
  options: Partial<Record<ServiceName, ServiceOptions>>,
): Promise<Services> {
  const made: Partial<Services> = {};
  const find: FindService = (name) => {
    const service = made[name];
    if (!service) throw new Error(`${name} is not made yet`);
    return service;
  };
  const { configs, objects, databaseFolder } = deps;
  const base = sharedRuntime(deps, bus, find);
  const own: OwnPorts = { gateway: gatewayPorts(deps, find) };
  const make = async (service: (typeof services)[ServiceName]): Promise<[ServiceName, CreatedService]> => {
    const { name } = service;
    const definition: ServiceDefinition<ServiceRuntime> = service;
    const runtime: ServiceRuntime = {
      ...base(name),
      ...{ config: configs[name] },
      ...(service.objects && { objects, databaseFolder }),
      ...own[name],
    };
    const created = await createService(definition, runtime, options[name]);
    made[name] = created;
    return [name, created];
  };
  return Object.fromEntries(await Promise.all(Object.values(services).map(make))) as Services;
}

function gatewayPorts({ config, configs, keys, signIn, companion }: StandaloneDeps, find: FindService) {
  return {
    handOver: inProcessHandOver(find),
    webRoot: existsSync(webBuild) ? webBuild : null,
    publicUrl: publicUrlOf(config),
    companion: companion?.address,
    wakeCompanion: companion?.wake,
    configuredSources: companion?.configured,
    providers: signIn.local,
    tokenKeys: () => keys().tokenKeys,
    tokens: createTokenVerifier({ keys: () => publicHalves(keys().tokenKeys) }),
    otherChecks: [
      ...optionalFeatures(configs.media),
      playlistCheck(configs.catalog),
      ...notifyFeatures(configs.notify),
    ],
  };
}
