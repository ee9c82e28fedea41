import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import type { DriveId, ServiceName } from '@skyshelf/contracts';
import type { Metrics } from '@skyshelf/telemetry';
import type { Logger } from 'pino';

/** Who calls, as the verified access token says. */
export interface Caller {
  sub: string;
  drive: DriveId;
  /** Session id. */
  sid: string;
  name: string;
}

/** Time, ids and randomness come from outside, so tests neither sleep nor guess. */
export interface Clock {
  now(): Date;
}
export interface IdSource {
  /** 21 or more URL-safe characters, time-ordered where that helps an index. */
  next(): string;
}

/** Signs and checks statements between services (upload grants, receipts, part addresses): HMAC-SHA256 under the installation's secret. */
export interface StatementSigner {
  sign(statement: object): string;
  /** The statement, or null when it was not signed here. Expiry is the caller's to check. */
  open(signed: string): unknown;
}

/** Verifies the gateway's access tokens (EdDSA). Verified ones are remembered until they expire. Throws DomainError auth.*. */
export interface TokenVerifier {
  verify(token: string): Promise<Caller>;
}

/** What a peer answered with bytes. The body must be read or destroyed. */
export interface PeerBytes {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Readable;
}

/**
 * Calls other services' `/internal/…` routes: in process in standalone, HTTP in a cluster. A refusal of the peer is thrown as the same DomainError;
 * a peer that is away is `service.unavailable`.
 */
export interface Peers {
  /** JSON in, JSON out. */
  json<T>(
    service: ServiceName,
    path: string,
    init?: { method?: 'GET' | 'POST' | 'DELETE'; body?: unknown },
  ): Promise<T>;
  /** Bytes as streams, in either direction. */
  bytes(
    service: ServiceName,
    path: string,
    init?: {
      method?: 'GET' | 'POST' | 'PUT';
      body?: Readable | Uint8Array;
      headers?: Readonly<Record<string, string>>;
    },
  ): Promise<PeerBytes>;
}

/** What every service gets from whoever starts it (standalone or its own main.ts). Services widen it with the ports they need. */
export interface ServiceRuntime {
  logger: Logger;
  metrics: Metrics;
  clock: Clock;
  ids: IdSource;
  signer: StatementSigner;
  tokens: TokenVerifier;
  peers: Peers;
  /** The installation's secret for `/internal/…`: `Authorization: Internal <secret>`. */
  internalSecret: string;
  /** Parts of `/health` beside those of the service itself: of the installation around it. */
  otherChecks?: readonly HealthCheck[];
}

/** One part of `/health`: a dependency or an optional feature that may be off. */
export interface HealthCheck {
  name: string;
  /**
   * `failed`: without it requests fail, so none should come here. `degraded`: something waits or is missing, yet requests are answered; `hint` says what.
   * `off` is an optional feature that is not installed; `hint` says how to get it.
   */
  check(): Promise<{ status: 'ok' | 'failed' | 'degraded' | 'off'; hint?: string }>;
}

/** Brings events to an application's handlers once the application starts its microservices: `EventBusTransport` of the event bus. */
export interface EventTransport {
  connectTo(app: INestApplication): unknown;
}

/** What a service exports at its door. */
export interface ServiceDefinition<R extends ServiceRuntime> {
  name: ServiceName;
  /** Makes indexes and the like; may run in many processes at once. */
  prepare?(runtime: R): Promise<void>;
  module(runtime: R): DynamicModule;
  /** Where the service's `@EventPattern` handlers get their events from: `[new EventBusTransport({…})]`. Joined before any service begins its background work. */
  transports?(runtime: R): EventTransport[];
  /** What `/health` of this service looks at. */
  checks?(runtime: R): HealthCheck[];
}

/**
 * A provider with work of its own beside requests and events: a relay, a job loop, a sweeper. `onServiceStart` is called when every consumer of the
 * installation is subscribed; stop the work in Nest's `onModuleDestroy`, which comes after the last request is finished.
 */
export interface OnServiceStart {
  onServiceStart(): Promise<void> | void;
}

/**
 * A provider with requests that do not end by themselves, e.g. streams of events. `onServiceStop` is called first when the service stops, before it
 * waits for the requests under way.
 */
export interface OnServiceStop {
  onServiceStop(): Promise<void> | void;
}

/** A request made in process. */
export interface InjectedRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  payload?: string | Buffer | Readable;
}

/** A service after its start. */
export interface RunningService {
  name: ServiceName;
  /** Begins background work (`OnServiceStart`). Call it when all services of the process are created. */
  start(): Promise<void>;
  /** Takes a request whose body nobody has read yet: the hand-over in standalone. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** For `/internal/…` calls in process. */
  inject(request: InjectedRequest): Promise<{ statusCode: number; payload: string }>;
  /** The same with the answer as a stream. */
  stream(
    request: InjectedRequest,
  ): Promise<{ statusCode: number; headers: Record<string, string>; body: Readable }>;
  listen(address: { host?: string; port?: number; path?: string }): Promise<string>;
  health(): Promise<{ ready: boolean; checks: Record<string, { status: string; hint?: string }> }>;
  /** Says that it is about to stop: `/health/ready` says no, answers end their connections. Requests are taken as before until `stop()`. */
  leave(): void;
  /** Takes no new requests, finishes those begun, then reactions, queues and connections. */
  stop(): Promise<void>;
}
