import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError, fileVariable, type Environment } from '@skyshelf/config';
import { publicUrlOf } from '@skyshelf/data-folder';
import { flagsOf, memoryOf } from '@skyshelf/cluster/service-flags';
import { packedProgram } from '@skyshelf/data-folder/packed-program';
import type { GatewayConfig } from '@skyshelf/gateway';
import type { LocalProvider } from '@skyshelf/local-identity';
import { z } from 'zod';
import type { Backends } from './backends.js';
import type { ClusterConfig } from './cluster.config.js';
import { peersOf, type ReplicaSlot } from './process-plan.js';
import type { ProcessCommand } from './service-process.js';

const root = resolve(import.meta.dirname, '../../..');
const webBuild = join(root, 'web/dist');

export interface SettingsDeps {
  config: ClusterConfig;
  given: Environment;
  keysFile: string;
  backends: Backends;
  local: readonly LocalProvider[];
  providers: GatewayConfig['providers'];
  /** The stand-in's; null where there is none. */
  payment: string | null;
  /** Mails are written to this folder without a mail server. */
  mails: string;
  slots: readonly ReplicaSlot[];
  logs: string;
  companionSocket: string;
}

/** @param replica its number within its service, kept over moves */
export function commandOf(slot: ReplicaSlot, replica: number, deps: SettingsDeps): ProcessCommand {
  const { service, number, port, public: door } = slot;
  const name = `${service}-${number}`;
  const ours = { ...common(deps), ...(service === 'gateway' && gatewaySettings(deps)) };
  return {
    name,
    main: packedProgram(`services/${service}/dist/main.js`, otherBuild(`${service}-${replica}`, deps.config)),
    env: {
      ...process.env,
      ...deps.given,
      // Ours must not come from an operator's file.
      ...Object.fromEntries(Object.keys(ours).map((each) => [fileVariable(each), undefined])),
      ...ours,
      ...memoryOf[service],
      INTERNAL_HOST: '127.0.0.1',
      INTERNAL_PORT: String(port),
      ...(door && { HOST: '127.0.0.1', PORT: String(door.port) }),
      SKYSHELF_REPLICA: name,
    },
    logFile: join(deps.logs, `${name}.log`),
    flags: flagsOf[service],
  };
}

/** @throws ConfigError when the file can't be read */
function otherBuild(process: string, { buildsFile }: ClusterConfig): string | undefined {
  if (buildsFile === undefined) return undefined;
  try {
    const builds = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(buildsFile, 'utf8')));
    return builds[process];
  } catch (error) {
    const given = JSON.stringify(buildsFile);
    throw new ConfigError('cluster', [
      `CLUSTER_BUILDS_FILE: given ${given}, which is no file with {"catalog-1": "/folder", …} (${String(error)}).`,
    ]);
  }
}

/** The process uses neither database nor events. */
export const companionCommand = ({
  config,
  given,
  keysFile,
  slots,
  logs,
  companionSocket,
}: SettingsDeps): Pick<ProcessCommand, 'env' | 'logFile'> => ({
  env: {
    ...process.env,
    ...given,
    PUBLIC_URL: publicUrlOf(config),
    SKYSHELF_KEYS_FILE: keysFile,
    COMPANION_LISTEN: `unix:${companionSocket}`,
    COMPANION_STORAGE: slots
      .filter(({ service }) => service === 'storage')
      .map(({ url }) => url)
      .join('|'),
  },
  logFile: join(logs, 'companion.log'),
});

const common = ({
  config,
  given,
  keysFile,
  backends,
  mails,
  slots,
  payment,
}: SettingsDeps): Record<string, string> => ({
  NODE_ENV: 'production',
  ...backends.env,
  PUBLIC_URL: publicUrlOf(config),
  // The page may send parts to the S3 store.
  SKYSHELF_KEYS_FILE: keysFile,
  SKYSHELF_PEERS: peersOf(slots),
  DRAIN_MS: String(config.drainMs),
  MAIL_FOLDER: given.MAIL_FOLDER || mails,
  ...(payment !== null && { SKYSHELF_LOCAL_PAYMENT: payment }),
});

const gatewaySettings = ({ local, providers, companionSocket }: SettingsDeps): Record<string, string> => ({
  // The balancer. Without proxies of the operator's a gateway warns.
  SKYSHELF_OWN_PROXIES: '1',
  SKYSHELF_COMPANION: `unix:${companionSocket}`,
  ...(local.length > 0 && { IDENTITY_PROVIDERS: JSON.stringify([...local, ...providers]) }),
  ...(existsSync(webBuild) && { WEB_ROOT: webBuild }),
});
