import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import type { ServiceName } from '@skyshelf/contracts';
import type { Health, HttpDeps } from '@skyshelf/http';
import type { InProcessService, Peers } from '@skyshelf/peers';
import type { Clock, StatementSigner } from '@skyshelf/tokens';
import type { ListenAddress } from './listeners.js';

/** What every service gets from the process that starts it (standalone or its own). Services widen it with the ports they need. */
export interface ServiceRuntime extends HttpDeps {
  clock: Clock;
  signer: StatementSigner;
  peers: Peers;
  /** Parts of `/health` besides those of the service itself: of the installation around it. */
  otherChecks?: readonly HealthCheck[];
}

/** One part of `/health`: a dependency or an optional feature that may be off. */
export interface HealthCheck {
  name: string;
  /** Shown at the public port too: a feature that people miss when it is off. All others are the operator's. */
  isPublic?: boolean;
  /** A process that has just started takes no requests while it has failed. Once it has not, it only tells. */
  once?: boolean;
  /**
   * `failed`: without it requests are answered 503. `degraded`: something waits or is missing, yet requests are answered; `hint` says what.
   * `off` is an optional feature that is not installed; `hint` says how to get it.
   */
  check(): Promise<{ status: 'ok' | 'failed' | 'degraded' | 'off'; hint?: string }>;
}

/** Brings events to an application's handlers once the application starts its microservices: `EventBusTransport` of the event bus. */
export interface EventTransport {
  connectTo(app: INestApplication): unknown;
}

/** A service, ready to be made: `defineService` gives one. */
export interface ServiceDefinition<R extends ServiceRuntime> {
  name: ServiceName;
  /** Makes everything of the service and opens nothing. */
  open(runtime: R): Promise<OpenedService> | OpenedService;
}

/** What a service is made of. */
export interface OpenedService {
  module: DynamicModule;
  /** Makes indexes and the like; may run in many processes at once. */
  prepare?(): Promise<void>;
  /** Where the service's `@EventPattern` handlers get their events from. Joined before any service begins its background work. */
  transports?: readonly EventTransport[];
  /** What `/health` of this service looks at. */
  checks?: readonly HealthCheck[];
}

/**
 * A provider with work of its own besides requests and events: a relay, a job loop, a sweeper. `onServiceStart` is called when every consumer of the
 * installation is subscribed; stop the work in Nest's `onModuleDestroy`, which comes after the last request is finished.
 */
export interface OnServiceStart {
  onServiceStart(): Promise<void> | void;
}

/**
 * A provider with work that may take long to finish. `onServiceLeave` is called when the process is about to stop and has been given time for that: it takes
 * nothing new, and finishes what it has begun within so many milliseconds, while requests are still answered.
 */
export interface OnServiceLeave {
  onServiceLeave(withinMs: number): Promise<void> | void;
}

/**
 * A provider with requests that do not end by themselves, e.g. streams of events. `onServiceStop` is called first when the service stops, before it
 * waits for the requests under way.
 */
export interface OnServiceStop {
  onServiceStop(): Promise<void> | void;
}

/** A service after its start. */
export interface RunningService extends InProcessService {
  name: ServiceName;
  /** Begins background work (`OnServiceStart`). Call it when all services of the process are created. */
  start(): Promise<void>;
  /** Takes a request whose body no one has read yet: the hand-over in standalone. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Listens for people: internal routes are not found there. Answers with its URL. */
  listen(address: ListenAddress): Promise<string>;
  /** Listens for the other services, probes and Prometheus, who find everything. Answers with its URL. */
  listenInternal(address: ListenAddress): Promise<string>;
  health(): Promise<Health>;
  /** Says that it is about to stop: `/health/ready` says no, answers end their connections. Requests are taken as before until `stop()`. */
  leave(): void;
  /** Finishes work in hand within so many milliseconds (`OnServiceLeave`). */
  finish(withinMs: number): Promise<void>;
  /** Takes no new requests, finishes those begun, then reactions, queues and connections. */
  stop(): Promise<void>;
}
