import type { MongodOptions } from './mongod-options.js';

/** The name of every replica set that is started here. */
export const REPLICA_SET = 'rs0';

const NEVER_SLOW_MS = 2 ** 31 - 1;

/**
 * The command line of a member of the replica set that serves `dbPath` on this port of the loopback address.
 * With a key file only clients that sign in are served, from the first moment on: MongoDB's exception, by which any local process
 * may make itself the first user, is off.
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
    ...['--dbpath', dbPath, '--port', String(port), '--bind_ip', '127.0.0.1', '--replSet', REPLICA_SET],
    ...(keyFile ? ['--keyFile', keyFile] : []),
    ...['--wiredTigerCacheSizeGB', String(Math.max(0.25, options.cacheGB ?? 0.25))],
    ...(options.oplogMB ? ['--oplogSize', String(options.oplogMB)] : []),
    ...['--networkMessageCompressors', 'snappy', '--nounixsocket', '--quiet'],
    // A slow command is logged with all that it says: names, addresses, whose they are.
    ...['--slowms', String(NEVER_SLOW_MS)],
    ...Object.entries(parameters).flatMap(([name, value]) => ['--setParameter', `${name}=${value}`]),
  ];
}
