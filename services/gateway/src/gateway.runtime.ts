import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DriveId, GatewayEvent, RemoteSource, ServiceName } from '@skyshelf/contracts';
import type { StatefulRuntime } from '@skyshelf/service';
import type { PrivateKey } from '@skyshelf/tokens';
import type { GatewayConfig } from './gateway.config.js';
import type { ProviderConfig } from './domain/provider.js';

/** Gives a checked request, its body unread, to the service that answers it: in process in standalone, over HTTP in a cluster. */
export type HandOver = (
  service: ServiceName,
  request: IncomingMessage,
  response: ServerResponse,
  options: HandOverOptions,
) => void;

/** What the gateway knows of a request that it hands over. */
export interface HandOverOptions {
  /** Whose it is; null for a visitor's. */
  drive: DriveId | null;
  /** It changes nothing, whatever its method. */
  reads: boolean;
  /** Only the replica of this name has what is asked for; the others answer 410. */
  heldBy?: string;
  /** A browser has come to it as to a page. */
  page: boolean;
}

/** What the gateway needs besides what every service gets. */
export interface GatewayRuntime extends StatefulRuntime<GatewayConfig, GatewayEvent> {
  handOver: HandOver;
  /** Folder of the web build, or null when there is none. */
  webRoot: string | null;
  /** Where people reach the product: scheme, host and port, no final slash. */
  publicUrl: string;
  /** Proxies of the installation itself that every request comes through, besides those that the operator names: a cluster's one address. */
  ownProxies?: number;
  /** Scheme, host and port of the object store that takes parts of large files from the browser; absent where all bytes come here. */
  partsOrigin?: string | undefined;
  /** Where the process with Companion in it is reached, `http://host:port` or `unix:/path/of/socket`; absent where there is none. */
  companion?: string | undefined;
  /** Starts that process if it does not run yet, and waits until it is there; absent where it runs by itself. */
  wakeCompanion?: (() => Promise<void>) | undefined;
  /** Which sources that process has; absent where it is asked. */
  configuredSources?: readonly RemoteSource[] | undefined;
  /** Further ones than `config` names: in standalone the local one. */
  providers?: readonly ProviderConfig[];
  /** Private Ed25519 keys as they are now: the first one signs, all verify. The same list until it changes. */
  tokenKeys(): readonly PrivateKey[];
}

/** Injection token of the runtime. */
export const GATEWAY_RUNTIME = Symbol('GatewayRuntime');

/** Injection token of what the use cases work with (`Gateway`). */
export const GATEWAY = Symbol('Gateway');

/** Injection token of how extensions connect (`ConnectionOffers`). */
export const CONNECTION_OFFERS = Symbol('ConnectionOffers');

/** Injection token of the files of the built extension. */
export const EXTENSION_FILES = Symbol('ExtensionFiles');

/** Injection token of what notices work with (`NoticeDeps`). */
export const NOTICES = Symbol('Notices');

/** Injection token of the way to Companion. */
export const COMPANION = Symbol('Companion');

/** Injection token of the settings. */
export const GATEWAY_CONFIG = Symbol('GatewayConfig');

/** Injection token of all providers one can sign in with (`CurrentProviders`). */
export const PROVIDERS = Symbol('Providers');

/** Injection token of how passport signs in (`SignInStrategies`). */
export const SIGN_IN_STRATEGIES = Symbol('SignInStrategies');
