import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceName } from '@skyshelf/contracts';
import type { EventBus } from '@skyshelf/event-bus';
import type { Outbox } from '@skyshelf/event-store';
import type { HealthCheck, ServiceRuntime } from '@skyshelf/http';
import type { JWK } from 'jose';
import type { Db, MongoClient } from 'mongodb';
import type { ProviderConfig } from './domain/provider.js';
import type { Rates } from './http/rate-limiter.js';

/** Gives a checked request, its body unread, to the service that answers it: in process in standalone, over HTTP in a cluster. */
export type HandOver = (service: ServiceName, request: IncomingMessage, response: ServerResponse) => void;

/** What the gateway needs beside what every service gets. */
export interface GatewayRuntime extends ServiceRuntime {
  client: MongoClient;
  db: Db;
  bus: EventBus;
  /** The outbox of `db`. */
  outbox: Outbox;
  handOver: HandOver;
  /** Folder of the web build, or null when there is none. */
  webRoot: string | null;
  /** Where people reach the product: scheme, host and port, no final slash. */
  publicUrl: string;
  providers: readonly ProviderConfig[];
  /** Private Ed25519 keys. The first one signs, the others are older and still honoured. */
  signingKeys: readonly JWK[];
  rates: Rates;
  /** Client addresses that are not limited, e.g. a load test's. */
  unlimitedAddresses?: readonly string[];
  /** Proxies of ours in front, whose X-Forwarded-For is believed. */
  trustedProxies?: number;
  /** Parts of the installation beside the gateway, for the health of the whole: other services, optional features. */
  otherChecks?: readonly HealthCheck[];
}

/** Injection token of the runtime. */
export const GATEWAY_RUNTIME = Symbol('GatewayRuntime');
