import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import type { ServiceName } from '@skyshelf/contracts';
import type { Health, HttpDeps } from '@skyshelf/http';
import type { InProcessService, Peers } from '@skyshelf/peers';
import type { Clock, StatementSigner, TokenVerifier } from '@skyshelf/tokens';
import type { ListenAddress } from './listeners.js';

/** Services widen it. */
export interface ServiceRuntime extends HttpDeps {
  clock: Clock;
  signer: StatementSigner;
  peers: Peers;
  /** Nothing is asked of the database before. Default: it answers already. */
  connected?: Promise<unknown>;
  otherChecks?: readonly HealthCheck[];
}

export interface HealthCheck {
  name: string;
  /** Features that people miss; all others are the operator's. */
  isPublic?: boolean;
  /** Only a process that has just started refuses requests while it fails. */
  once?: boolean;
  /** `failed`: requests get 503. `degraded`: `hint` says what is missing. `off`: `hint` says how to get it. */
  check(): Promise<{ status: 'ok' | 'failed' | 'degraded' | 'off'; hint?: string }>;
}

/** The event bus implements it as `EventBusTransport`. */
export interface EventTransport {
  connectTo(app: INestApplication): unknown;
}

export interface ServiceDefinition<R extends ServiceRuntime> {
  name: ServiceName;
  open(runtime: R): Promise<OpenedService> | OpenedService;
}

export interface OpenedService {
  module: DynamicModule;
  /** The first that asks the database. May run in many processes at once. */
  prepare?(): Promise<void>;
  /** Joined before any background work begins. */
  transports?: readonly EventTransport[];
  checks?: readonly HealthCheck[];
  tokens?: TokenVerifier;
}

/** Reads what the first request needs; Nest calls its own hooks before the database is prepared. */
export interface OnServicePrepared {
  onServicePrepared(): Promise<void> | void;
}

/**
 * A relay, a job loop, a sweeper. Called when every consumer of the installation is subscribed; stop it in
 * `onModuleDestroy`, after the last request.
 */
export interface OnServiceStart {
  onServiceStart(): Promise<void> | void;
}

/** For long work: it takes nothing new and gets so many milliseconds, while requests are still answered. */
export interface OnServiceLeave {
  onServiceLeave(withinMs: number): Promise<void> | void;
}

/** Endless requests end in this hook, before the others are waited for. */
export interface OnServiceStop {
  onServiceStop(): Promise<void> | void;
}

export interface RunningService extends InProcessService {
  name: ServiceName;
  /** Call it when all services of the process are created. */
  start(): Promise<void>;
  /** The body must be unread. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Listens without internal routes and answers the URL. Answers the URL. */
  listen(address: ListenAddress): Promise<string>;
  /** Listens with all routes and answers the URL. Answers the URL. */
  listenInternal(address: ListenAddress): Promise<string>;
  health(): Promise<Health>;
  /** `/health/ready` says no, but requests are taken until `stop()`. */
  leave(): void;
  /** Runs `OnServiceLeave` within so many milliseconds. */
  finish(withinMs: number): Promise<void>;
  stop(): Promise<void>;
}
