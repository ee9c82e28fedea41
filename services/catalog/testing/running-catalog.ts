import { randomBytes } from 'node:crypto';
import { DomainError, type DriveId } from '@skyshelf/contracts';
import { createInProcessBus, type EventBus } from '@skyshelf/event-bus';
import type { Peers } from '@skyshelf/peers';
import { createService, type CreatedService } from '@skyshelf/service';
import {
  createIds,
  createStatementSigner,
  systemClock,
  type Caller,
  type Clock,
  type StatementSigner,
} from '@skyshelf/tokens';
import { createLogger, createMetrics } from '@skyshelf/telemetry';
import type { Db, MongoClient } from 'mongodb';
import type { CatalogConfig } from '#src/catalog.config.js';
import type { CatalogRuntime } from '#src/catalog.runtime.js';
import { catalog } from '#src/catalog.service.js';

/** The service as it runs, on a database of the test's own, called by HTTP without a socket. */
export interface RunningCatalog {
  service: CreatedService;
  bus: EventBus;
  signer: StatementSigner;
  runtime: CatalogRuntime;
  /** A new account, as its access token tells. */
  account(name?: string): TestAccount;
  internal<T>(method: 'GET' | 'POST', url: string, body?: unknown): Promise<T>;
  stop(): Promise<void>;
}

export interface Answer<T> {
  status: number;
  body: T;
}

export interface TestAccount {
  sub: string;
  drive: DriveId;
  /** The headers of its requests. */
  headers: { authorization: string };
  call<T>(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
}

const secret = 'the internal secret of a test, long enough';

interface Options {
  clock?: Clock;
  config?: CatalogConfig;
  /** The callers by token; shared by the replicas of an installation. */
  callers?: Map<string, Caller>;
  /** The other services; default: none answers. */
  peers?: Peers;
  /** Whether it publishes, sweeps and goes on with long commands; default true. */
  background?: boolean;
}

export async function runCatalog(
  { client, db }: { client: MongoClient; db: Db },
  options: Options = {},
): Promise<RunningCatalog> {
  const { callers = new Map<string, Caller>(), background = true } = options;
  const runtime = runtimeOn(client, db, callers, options);
  const service = await createService(catalog, runtime);
  if (background) await service.start();
  return {
    service,
    runtime,
    bus: runtime.bus,
    signer: runtime.signer,
    account: (name = 'alice') => newAccount(service, callers, name),
    internal: async <T>(method: 'GET' | 'POST', url: string, body?: unknown) =>
      (await send<T>(service, method, url, body, { authorization: `Internal ${secret}` })).body,
    stop: async () => {
      await service.stop();
      await runtime.bus.close();
    },
  };
}

function runtimeOn(
  client: MongoClient,
  db: Db,
  callers: ReadonlyMap<string, Caller>,
  { clock = systemClock, config, peers }: Options,
): CatalogRuntime {
  const logger = createLogger({ service: 'catalog', level: 'fatal' });
  const verify = async (token: string) => {
    const caller = callers.get(token);
    if (!caller) throw new DomainError('auth.forged');
    return caller;
  };
  const alone = () => Promise.reject(new DomainError('service.unavailable'));
  return {
    client,
    db,
    logger,
    clock,
    config,
    bus: createInProcessBus({ logger, clock }),
    signer: createStatementSigner(() => [secret]),
    metrics: createMetrics('catalog'),
    ids: createIds(clock),
    tokens: { verify },
    peers: peers ?? { replicas: () => 0, json: alone, bytes: alone },
    internalKeys: () => [secret],
  };
}

function newAccount(service: CreatedService, callers: Map<string, Caller>, name: string): TestAccount {
  const drive = randomBytes(15).toString('base64url') as DriveId;
  const sub = `local|${name}`;
  const token = randomBytes(15).toString('hex');
  callers.set(token, { sub, drive, sid: token, name });
  const own = { authorization: `Bearer ${token}` };
  return {
    sub,
    drive,
    headers: own,
    call: (method, url, body, headers = {}) => send(service, method, url, body, { ...own, ...headers }),
  };
}

async function send<T>(
  service: CreatedService,
  method: string,
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer<T>> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const answer = await service.inject({
    method,
    url,
    payload,
    headers: { ...(payload && { 'content-type': 'application/json' }), ...headers },
  });
  return { status: answer.statusCode, body: JSON.parse(answer.payload) as T };
}
