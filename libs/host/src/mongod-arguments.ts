import type { MongodOptions } from './mongod-options.js';

/** The name of every replica set that is started here. */
export const REPLICA_SET = 'rs0';

/** The command line of a member of the replica set that serves `dbPath` on this port of the loopback address. */
export function mongodArguments(
  options: Pick<MongodOptions, 'dbPath' | 'cacheGB' | 'oplogMB' | 'parameters'>,
  port: number,
): string[] {
  const parameters = {
    diagnosticDataCollectionEnabled: false,
    shutdownTimeoutMillisForSignaledShutdown: 100,
    ...options.parameters,
  };
  return [
    ...[
      '--dbpath',
      options.dbPath,
      '--port',
      String(port),
      '--bind_ip',
      '127.0.0.1',
      '--replSet',
      REPLICA_SET,
    ],
    ...['--wiredTigerCacheSizeGB', String(Math.max(0.25, options.cacheGB ?? 0.25))],
    ...(options.oplogMB ? ['--oplogSize', String(options.oplogMB)] : []),
    ...['--networkMessageCompressors', 'snappy', '--nounixsocket', '--quiet'],
    ...Object.entries(parameters).flatMap(([name, value]) => ['--setParameter', `${name}=${value}`]),
  ];
}
