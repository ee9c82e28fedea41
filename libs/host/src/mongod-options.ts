export interface MongodOptions {
  /** The folder of the data files; made when missing. */
  dbPath: string;
  /** The port on 127.0.0.1. Default: the one used last on this data if it is free, else any free one. */
  port?: number;
  /** Without it any process of this machine may do anything with the data: for tests. Another one than last time takes its place. */
  password?: string;
  /** The cache of the storage engine in GB; at least 0.25, which is also the default. */
  cacheGB?: number;
  /** Size limit of the oplog in MB, at least 990 as the server wills; default: the server's own choice. */
  oplogMB?: number;
  /** The server's log file, default `mongod.log` in the data folder. Kept once as `.1` when it has grown to 20 MB. */
  logPath?: string;
  /** The server's executable. Default: found by `findMongod()`. */
  binary?: string;
  /** `durable` (default) waits for the journal on `w: majority`; `scratch` does not and is for tests. */
  durability?: 'durable' | 'scratch';
  /** Further `--setParameter` values. */
  parameters?: Record<string, string | number | boolean>;
  /** How long the server may take until it is writable, default 30 s (recovery after a crash included). */
  deadlineMs?: number;
}
