export interface MongodOptions {
  dbPath: string;
  /** The server listens on 127.0.0.1. Default: the last port, or any. */
  port?: number;
  /** Any local process has full access without it: only tests do that. */
  password?: string;
  /** Unit: GB; default and least 0.25. */
  cacheGB?: number;
  /** Unit: MB, at least 990; default: the server's choice. */
  oplogMB?: number;
  /** Default: `mongod.log` in the data folder. Rotated once to `.1` at 20 MB. */
  logPath?: string;
  /** Default: `findMongod()`. */
  binary?: string;
  /** `scratch` does not wait for the journal: for tests. */
  durability?: 'durable' | 'scratch';
  parameters?: Record<string, string | number | boolean>;
  /** Recovery included; default 30 s. */
  deadlineMs?: number;
}

export const REPLICA_SET = 'rs0';

const NEVER_SLOW_MS = 2 ** 31 - 1;

/** Two files are allocated ahead at each start: the usual 100 MB make it a quarter longer. */
const JOURNAL_FILE = 'log=(file_max=16MB)';

/** With a key file MongoDB's localhost exception, by which a local process may create the first user, is off. */
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
    '--wiredTigerEngineConfigString',
    JOURNAL_FILE,
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
