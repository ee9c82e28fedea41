import type { MongodOptions } from './mongod-options.js';

export const REPLICA_SET = 'rs0';

const NEVER_SLOW_MS = 2 ** 31 - 1;

/**
 * With a key file only signed-in clients are served from the start: MongoDB's localhost exception, by which a
 * local process may create the first user, is off.
 */
export function mongodArguments(
  options: Pick<MongodOptions, 'dbPath' | 'cacheGB' | 'oplogMB' | 'parameters'> & { keyFile?: string },
  port: number,
): string[] {
  const { dbPath, keyFile } = options;
  const parameters = {
    diagnosticDataCollectionEnabled: false,
    shutdownTimeoutMillisForSignaledShutdown: 100,
    ...(keyFile && { enableLocalhostAuthBypass: false }),
    ...options.parameters,
  };
  return [
    '--dbpath',
    dbPath,
    '--port',
    String(port),
    '--bind_ip',
    '127.0.0.1',
    '--replSet',
    REPLICA_SET,
    ...(keyFile ? ['--keyFile', keyFile] : []),
    '--wiredTigerCacheSizeGB',
    String(Math.max(0.25, options.cacheGB ?? 0.25)),
    ...(options.oplogMB ? ['--oplogSize', String(options.oplogMB)] : []),
    '--networkMessageCompressors',
    'snappy',
    '--nounixsocket',
    '--quiet',
    // A slow command is logged with names and addresses in it.
    '--slowms',
    String(NEVER_SLOW_MS),
    ...Object.entries(parameters).flatMap(([name, value]) => ['--setParameter', `${name}=${value}`]),
  ];
}
