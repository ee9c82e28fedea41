export interface MongodOptions {
  /** Created when missing. */
  dbPath: string;
  /** On 127.0.0.1. Default: the last one if free, else any. */
  port?: number;
  /** Without it any local process has full access: for tests. A changed one replaces the last. */
  password?: string;
  /** Storage engine cache in GB, at least and by default 0.25. */
  cacheGB?: number;
  /** MB, at least 990 as the server demands; default: the server's choice. */
  oplogMB?: number;
  /** Default `mongod.log` in the data folder. Rotated once to `.1` at 20 MB. */
  logPath?: string;
  /** Default: `findMongod()`. */
  binary?: string;
  /** `durable` (default) waits for the journal on `w: majority`; `scratch` does not and is for tests. */
  durability?: 'durable' | 'scratch';
  parameters?: Record<string, string | number | boolean>;
  /** Until it is writable, recovery included; default 30 s. */
  deadlineMs?: number;
}
