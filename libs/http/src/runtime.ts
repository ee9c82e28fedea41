import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DynamicModule } from '@nestjs/common';
import type { DriveId, ServiceName } from '@skyshelf/contracts';
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

/** Calls other services' `/internal/…` routes: in process in standalone, HTTP in a cluster. JSON in, JSON out; bytes as a stream. */
export interface Peers {
  json<T>(service: ServiceName, path: string, init?: { method?: 'GET' | 'POST' | 'DELETE'; body?: unknown }): Promise<T>;
}

/** What every service gets from whoever starts it (standalone or its own main.ts). Services widen it with the ports they need. */
export interface ServiceRuntime {
  logger: Logger;
  clock: Clock;
  ids: IdSource;
  signer: StatementSigner;
  tokens: TokenVerifier;
  peers: Peers;
  /** The installation's secret for `/internal/…`: `Authorization: Internal <secret>`. */
  internalSecret: string;
}

/** One part of `/health`: a dependency or an optional feature that may be off. */
export interface HealthCheck {
  name: string;
  /** `off` is an optional feature that is not installed: not a failure; `hint` says how to get it. */
  check(): Promise<{ status: 'ok' | 'failed' | 'off'; hint?: string }>;
}

/** What a service exports at its door. */
export interface ServiceDefinition<R extends ServiceRuntime> {
  name: ServiceName;
  /** Makes indexes and the like; may run in many processes at once. */
  prepare?(runtime: R): Promise<void>;
  module(runtime: R): DynamicModule;
}

/** A service after its start. */
export interface RunningService {
  name: ServiceName;
  /** Takes a request whose body nobody has read yet: the hand-over in standalone. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** For `/internal/…` calls in process. */
  inject(request: { method: string; url: string; headers?: Record<string, string>; payload?: string | Buffer }): Promise<{ statusCode: number; payload: string }>;
  listen(address: { host?: string; port?: number; path?: string }): Promise<string>;
  health(): Promise<{ ready: boolean; checks: Record<string, { status: string; hint?: string }> }>;
  /** Takes no new requests, finishes those begun, then reactions, queues and connections. */
  stop(): Promise<void>;
}
