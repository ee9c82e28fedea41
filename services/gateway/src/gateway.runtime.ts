import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DriveId, GatewayEvent, RemoteSource, ServiceName } from '@skyshelf/contracts';
import type { StatefulRuntime } from '@skyshelf/service';
import type { PrivateKey } from '@skyshelf/tokens';
import type { GatewayConfig } from './gateway.config.js';
import type { ProviderConfig } from './domain/provider.js';

/** The body is unread: in process in standalone, else over HTTP. */
export type HandOver = (
  service: ServiceName,
  request: IncomingMessage,
  response: ServerResponse,
  options: HandOverOptions,
) => void;

export interface HandOverOptions {
  /** Is null for a visitor's request. */
  drive: DriveId | null;
  /** The call reads, whatever its method. */
  reads: boolean;
  /** The other replicas answer 410. */
  heldBy?: string;
  /** A browser navigates to it. */
  page: boolean;
}

export interface GatewayRuntime extends StatefulRuntime<GatewayConfig, GatewayEvent> {
  handOver: HandOver;
  /** Folder of the web build, or null when there is none. */
  webRoot: string | null;
  /** The origin has a scheme, a host and a port, and no final slash. */
  publicUrl: string;
  /** The installation's own, besides the operator's: a cluster's one address. */
  ownProxies?: number;
  /** Takes parts of large files; absent where all bytes come here. */
  partsOrigin?: string | undefined;
  /** Format: `http://host:port` or `unix:/path/of/socket`; absent without Companion. */
  companion?: string | undefined;
  /** Starts the process if need be; absent where it runs by itself. */
  wakeCompanion?: (() => Promise<void>) | undefined;
  /** Absent where the process is asked. */
  configuredSources?: readonly RemoteSource[] | undefined;
  /** They are added to those of `config`; standalone adds its local one. */
  providers?: readonly ProviderConfig[];
  /** Private Ed25519 keys: the first signs. The same list until it changes. */
  tokenKeys(): readonly PrivateKey[];
}

export const GATEWAY_RUNTIME = Symbol('GatewayRuntime');

export const GATEWAY = Symbol('Gateway');

export const CONNECTION_OFFERS = Symbol('ConnectionOffers');

export const EXTENSION_FILES = Symbol('ExtensionFiles');

export const VISITS = Symbol('Visits');

export const NOTICES = Symbol('Notices');

export const COMPANION = Symbol('Companion');

export const GATEWAY_CONFIG = Symbol('GatewayConfig');

export const PROVIDERS = Symbol('Providers');

export const SIGN_IN_STRATEGIES = Symbol('SignInStrategies');
