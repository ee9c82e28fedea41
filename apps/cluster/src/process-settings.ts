import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Environment } from '@skyshelf/config';
import { publicUrlOf } from '@skyshelf/data-folder';
import { packedProgram } from '@skyshelf/data-folder/packed-program';
import type { LocalProvider } from '@skyshelf/local-identity';
import type { Backends } from './backends.js';
import type { ClusterConfig } from './cluster.config.js';
import { peersOf, type ReplicaSlot } from './process-plan.js';
import type { ProcessCommand } from './service-process.js';

const root = resolve(import.meta.dirname, '../../..');
const webBuild = join(root, 'web/dist');

export interface SettingsDeps {
  config: ClusterConfig;
  /** What was given to the cluster: settings of services go on to them. */
  given: Environment;
  /** Where the keys of the services lie. */
  keysFile: string;
  backends: Backends;
  local: readonly LocalProvider[];
  places: readonly ReplicaSlot[];
  /** Where logs go. */
  logs: string;
}

/** How the process of a place is run. */
export function commandOf(place: ReplicaSlot, deps: SettingsDeps): ProcessCommand {
  const { service, number, port, public: door } = place;
  const name = `${service}-${number}`;
  return {
    name,
    main: packedProgram(`services/${service}/dist/main.js`),
    env: {
      ...process.env,
      ...deps.given,
      ...common(deps),
      ...(service === 'gateway' && gatewaySettings(deps)),
      INTERNAL_HOST: '127.0.0.1',
      INTERNAL_PORT: String(port),
      ...(door && { HOST: '127.0.0.1', PORT: String(door.port) }),
      SKYSHELF_REPLICA: name,
    },
    logFile: join(deps.logs, `${name}.log`),
  };
}

const common = ({ config, keysFile, backends, places }: SettingsDeps): Record<string, string> => ({
  NODE_ENV: 'production',
  ...backends.env,
  PUBLIC_URL: publicUrlOf(config),
  // For the gateway, and for storage: the page from there gets leave to send parts to the S3 store.
  SKYSHELF_KEYS_FILE: keysFile,
  SKYSHELF_PEERS: peersOf(places),
  DRAIN_MS: String(config.drainMs),
});

const gatewaySettings = ({ local, given }: SettingsDeps): Record<string, string> => ({
  // The balancer. What the operator says of proxies of his own goes on as it is: where he says nothing, a gateway warns.
  SKYSHELF_OWN_PROXIES: '1',
  ...(local.length > 0 && { IDENTITY_PROVIDERS: providersWith(local, given.IDENTITY_PROVIDERS) }),
  ...(existsSync(webBuild) && { WEB_ROOT: webBuild }),
});

function providersWith(local: readonly LocalProvider[], given: string | undefined): string {
  const others: unknown = given ? JSON.parse(given) : [];
  return JSON.stringify([...local, ...(Array.isArray(others) ? (others as unknown[]) : [])]);
}
