import type { DriveId } from '@skyshelf/contracts';
import { createInProcessBus, type EventBus } from '@skyshelf/event-bus';
import { createPeers, inProcessLink } from '@skyshelf/peers';
import { createService, type CreatedService } from '@skyshelf/service';
import {
  createIds,
  createTokenVerifier,
  publicHalves,
  systemClock,
  type Clock,
  type PrivateKey,
} from '@skyshelf/tokens';
import { testRuntime } from '@skyshelf/service/testing';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { exportJWK, generateKeyPair } from 'jose';
import { gatewayConfig } from '#src/gateway.config.js';
import type { GatewayRuntime } from '#src/gateway.runtime.js';
import { gateway } from '#src/gateway.service.js';
import { inProcessHandOver } from '#src/infrastructure/in-process.js';
import { SmallShares } from './small-shares.js';
import { smallCatalog, type CatalogState } from './small-catalog.js';

export interface RunningGateway {
  url: string;
  internalUrl: string;
  database: TestDatabase;
  bus: EventBus;
  service: CreatedService;
  runtime: GatewayRuntime;
  catalog: CatalogState;
  internal: Record<string, string>;
  /** A token of a new session of `user`, as `npm run token` would print it. */
  tokenOf(user: string): Promise<{
    accessToken: string;
    sub: string;
    drive: DriveId;
    sid: string;
    headers: { authorization: string };
  }>;
  /** Sends JSON to the public address. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Asks like another service and sends JSON if there is a body. */
  ask(path: string, body?: unknown): Promise<Response>;
  /** Calls the route that the deletion of an account calls. */
  forget(drive: string): Promise<Response>;
  stop(): Promise<void>;
}

export interface GatewayTestOptions {
  clock?: Clock;
  env?: Record<string, string>;
  overrides?: Partial<GatewayRuntime>;
  /** It shares another gateway's database and keys, which makes it a second replica. */
  replicaOf?: RunningGateway;
}

export async function newSigningKey(kid = 'test'): Promise<PrivateKey> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const { d = '', x = '' } = await exportJWK(privateKey);
  return { kty: 'OKP', crv: 'Ed25519', d, x, kid };
}

/** A gateway on a real port and a real database, in front of a small service. */
export async function runGateway({
  clock = systemClock,
  env = {},
  overrides = {},
  replicaOf,
}: GatewayTestOptions = {}): Promise<RunningGateway> {
  const database = replicaOf?.database ?? (await testDatabase('gateway'));
  const base = await testRuntime({ clock, logLevel: (process.env.TEST_LOG ?? 'silent') as 'silent' });
  const state: CatalogState = replicaOf?.catalog ?? {
    versions: new Map(),
    requests: [],
    shares: new SmallShares(),
    portraits: { asked: [], made: new Map() },
  };
  const own = [await newSigningKey()];
  const tokenKeys = replicaOf?.runtime.tokenKeys ?? overrides.tokenKeys ?? (() => own);
  const tokens = createTokenVerifier({
    clock,
    keys: () => publicHalves(tokenKeys()),
  });
  const catalog = await createService(smallCatalog(state), { ...base, tokens });
  const bus = createInProcessBus({ logger: base.logger, clock });
  const peers = createPeers({
    internalKeys: base.internalKeys,
    linkTo: (name) => (name === 'catalog' || name === 'media' ? inProcessLink(() => catalog) : null),
  });
  const runtime: GatewayRuntime = {
    ...base,
    tokens,
    peers,
    bus,
    tokenKeys,
    ids: createIds(clock),
    client: database.client,
    db: database.db,
    handOver: inProcessHandOver(() => catalog),
    webRoot: null,
    publicUrl: 'http://127.0.0.1:1',
    config: gatewayConfig.parse(env),
    ...overrides,
  };
  const service = await createService(gateway, runtime);
  const address = await service.listen({
    host: '127.0.0.1',
    port:
      !replicaOf && Number(new URL(runtime.publicUrl).port) > 1 ? Number(new URL(runtime.publicUrl).port) : 0,
  });
  const internalUrl = await service.listenInternal({ host: '127.0.0.1', port: 0 });
  await service.start();
  const post = (address: string, body: unknown, headers: Record<string, string>) =>
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const ask: RunningGateway['ask'] = (path, body) =>
    body === undefined
      ? fetch(`${internalUrl}${path}`, { headers: base.internal })
      : post(`${internalUrl}${path}`, body, base.internal);
  return {
    url: address,
    internalUrl,
    database,
    bus,
    service,
    runtime,
    catalog: state,
    internal: base.internal,
    tokenOf: async (user) => tokenIn(await ask('/internal/token', { user })),
    post: (path, body = {}, headers = {}) => post(`${address}${path}`, body, headers),
    ask,
    forget: (drive) => ask(`/internal/drives/${drive}/forget`, { forGood: true }),
    stop: async () => {
      await service.stop();
      await catalog.stop();
      await bus.close();
      if (!replicaOf) await database.drop();
    },
  };
}

async function tokenIn(answer: Response) {
  const { accessToken, sub } = (await answer.json()) as { accessToken: string; sub: string };
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as {
    drive: DriveId;
    sid: string;
  };
  return {
    accessToken,
    sub,
    drive: claims.drive,
    sid: claims.sid,
    headers: { authorization: `Bearer ${accessToken}` },
  };
}
