import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { catalog } from '@skyshelf/catalog';
import { billing } from '@skyshelf/billing';
import type { ServiceName } from '@skyshelf/contracts';
import { createInProcessBus, type EventBus } from '@skyshelf/event-bus';
import { gateway, inProcessHandOver } from '@skyshelf/gateway';
import {
  createIds,
  createPeers,
  createService,
  createStatementSigner,
  createTokenVerifier,
  databaseName,
  inProcessLink,
  systemClock,
  type CreatedService,
  type ServiceDefinition,
  type ServiceOptions,
  type ServiceRuntime,
} from '@skyshelf/http';
import { media } from '@skyshelf/media';
import { notify } from '@skyshelf/notify';
import type { ObjectStore } from '@skyshelf/object-store';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { storage } from '@skyshelf/storage';
import { createLogger, createMetrics, processMetrics, type Logger } from '@skyshelf/telemetry';
import type { MongoClient } from 'mongodb';
import type pino from 'pino';
import { optionalFeatures } from './optional-features.js';
import type { Secrets } from './secrets.js';
import type { ServiceConfigs } from './service-configs.js';
import type { SignIn } from './identity.js';
import { publicUrlOf, type StandaloneConfig } from './standalone.config.js';

/** What the services are put together from. */
export interface Parts {
  config: StandaloneConfig;
  configs: ServiceConfigs;
  secrets: Secrets;
  client: MongoClient;
  objects: ObjectStore;
  signIn: SignIn;
  logs: pino.DestinationStream;
}

export interface ServedRoute {
  method: string;
  path: string;
}

/** The six services in this process, and what they share. */
export interface Composition {
  services: Record<ServiceName, CreatedService>;
  /** What the door's router serves, as Fastify has it. */
  routes: readonly ServedRoute[];
  bus: EventBus;
  logger: Logger;
  stop(): Promise<void>;
}

/** The page as `npm run build -w @skyshelf/web` leaves it. */
const webBuild = resolve(import.meta.dirname, '../../../web/dist');

/** Makes the six services, lets them see each other, and begins their background work. They listen nowhere yet. */
export async function compose(parts: Parts): Promise<Composition> {
  const { client, config } = parts;
  const logger = createLogger({ service: 'standalone', level: config.logLevel, destination: parts.logs });
  const bus = createInProcessBus({
    logger,
    clock: systemClock,
    metrics: { registry: processMetrics },
    consumers: ['catalog', 'storage', 'media', 'billing'],
  });
  const made = new Map<ServiceName, CreatedService>();
  const find = (name: ServiceName): CreatedService => {
    const service = made.get(name);
    if (!service) throw new Error(`${name} is not made yet`);
    return service;
  };
  const shared = sharedRuntime(parts, find);
  const base = (name: ServiceName) => ({
    ...shared(name),
    client,
    db: client.db(databaseName(name)),
    bus,
    relayHolder: 'standalone',
  });
  const { configs } = parts;
  const routes: ServedRoute[] = [];
  const make = async <R extends ServiceRuntime>(
    definition: ServiceDefinition<R>,
    runtime: R,
    options?: ServiceOptions,
  ) => void made.set(definition.name, await createService(definition, runtime, options));
  await Promise.all([
    make(catalog, { ...base('catalog'), config: configs.catalog }),
    make(storage, { ...base('storage'), objects: parts.objects, config: configs.storage }),
    make(media, { ...base('media'), objects: parts.objects, config: configs.media }),
    make(billing, { ...base('billing'), config: configs.billing }),
    make(notify, { ...base('notify'), config: configs.notify }),
    make(
      gateway,
      { ...base('gateway'), ...gatewayParts(parts, find) },
      { configure: (app) => listRoutes(app, routes) },
    ),
  ]);
  for (const service of made.values()) await service.start();
  return {
    services: Object.fromEntries(made) as Record<ServiceName, CreatedService>,
    routes,
    bus,
    logger,
    stop: () => stopAll(made, bus),
  };
}

function sharedRuntime({ config, secrets, logs }: Parts, find: (name: ServiceName) => CreatedService) {
  const ids = createIds();
  const signer = createStatementSigner(secrets.signingSecret);
  const { d: _private, ...publicKey } = secrets.tokenKey;
  const tokens = createTokenVerifier({ keys: () => [publicKey] });
  const links = new Map<ServiceName, ReturnType<typeof inProcessLink>>();
  const linkTo = (name: ServiceName) =>
    links.get(name) ??
    links
      .set(
        name,
        inProcessLink(() => find(name)),
      )
      .get(name) ??
    null;
  const peers = createPeers({ internalSecret: secrets.internalSecret, linkTo });
  return (name: ServiceName): ServiceRuntime => ({
    logger: createLogger({ service: name, level: config.logLevel, destination: logs }),
    metrics: createMetrics(name),
    clock: systemClock,
    ids,
    signer,
    tokens,
    peers,
    internalSecret: secrets.internalSecret,
  });
}

function gatewayParts(
  { config, configs, secrets, signIn }: Parts,
  find: (name: ServiceName) => CreatedService,
) {
  return {
    handOver: inProcessHandOver(find),
    webRoot: existsSync(webBuild) ? webBuild : null,
    publicUrl: publicUrlOf(config),
    providers: signIn.local,
    signingKeys: [secrets.tokenKey],
    config: configs.gateway,
    otherChecks: optionalFeatures,
  };
}

function listRoutes(app: NestFastifyApplication, routes: ServedRoute[]): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook(
      'onRoute',
      ({ method, url }) => void routes.push(...[method].flat().map((each) => ({ method: each, path: url }))),
    );
}

/** The door first, so that nothing new comes in; then those who act on events, last the bus. */
async function stopAll(made: ReadonlyMap<ServiceName, CreatedService>, bus: EventBus): Promise<void> {
  await made.get('gateway')?.stop();
  await Promise.all([...made.values()].map((service) => service.stop()));
  await bus.close();
}
