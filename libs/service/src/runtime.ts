import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import type { ServiceName } from '@skyshelf/contracts';
import type { Health, HttpDeps } from '@skyshelf/http';
import type { InProcessService, Peers } from '@skyshelf/peers';
import type { Clock, StatementSigner } from '@skyshelf/tokens';
import type { ListenAddress } from './listeners.js';

/** From standalone or its own process; services widen it. */
export interface ServiceRuntime extends HttpDeps {
  clock: Clock;
  signer: StatementSigner;
  peers: Peers;
  /** Of the installation around the service. */
  otherChecks?: readonly HealthCheck[];
}

/** A dependency, or an optional feature. */
export interface HealthCheck {
  name: string;
  /** Public: features that people miss. All others are the operator's. */
  isPublic?: boolean;
  /** Only a process that has just started refuses requests while it fails; later it only informs. */
  once?: boolean;
  /**
   * `failed`: requests get 503. `degraded`: requests are answered; `hint` says what is missing. `off`: an
   * optional feature; `hint` says how to get it.
   */
  check(): Promise<{ status: 'ok' | 'failed' | 'degraded' | 'off'; hint?: string }>;
}

/** `EventBusTransport` of the event bus. */
export interface EventTransport {
  connectTo(app: INestApplication): unknown;
}

/** Made by `defineService`. */
export interface ServiceDefinition<R extends ServiceRuntime> {
  name: ServiceName;
  /** Opens nothing. */
  open(runtime: R): Promise<OpenedService> | OpenedService;
}

export interface OpenedService {
  module: DynamicModule;
  /** May run in many processes at once. */
  prepare?(): Promise<void>;
  /** For `@EventPattern` handlers. Joined before any background work begins. */
  transports?: readonly EventTransport[];
  checks?: readonly HealthCheck[];
}

/**
 * Background work: a relay, a job loop, a sweeper. Called when every consumer of the installation is
 * subscribed; stop it in `onModuleDestroy`, after the last request.
 */
export interface OnServiceStart {
  onServiceStart(): Promise<void> | void;
}

/**
 * For work that takes long to finish: before a stop it takes nothing new and gets so many milliseconds, while
 * requests are still answered.
 */
export interface OnServiceLeave {
  onServiceLeave(withinMs: number): Promise<void> | void;
}

/** For endless requests, e.g. event streams. Called first, before running requests are waited for. */
export interface OnServiceStop {
  onServiceStop(): Promise<void> | void;
}

export interface RunningService extends InProcessService {
  name: ServiceName;
  /** Call it when all services of the process are created. */
  start(): Promise<void>;
  /** The body must be unread: standalone's hand-over. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Without internal routes. Answers the URL. */
  listen(address: ListenAddress): Promise<string>;
  /** With all routes. Answers the URL. */
  listenInternal(address: ListenAddress): Promise<string>;
  health(): Promise<Health>;
  /** `/health/ready` says no and answers end their connections, but requests are taken until `stop()`. */
  leave(): void;
  /** `OnServiceLeave`, within so many milliseconds. */
  finish(withinMs: number): Promise<void>;
  /** Finishes running requests, then reactions, queues and connections. */
  stop(): Promise<void>;
}
