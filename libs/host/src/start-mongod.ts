import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findMongod } from '../binary/find-mongod.mjs';
import { databaseUri, type DatabaseSecrets } from './database-user.js';
import { accepts, freePort } from './free-port.js';
import { newMemberKey, writeKeyFile } from './key-file.js';
import { REPLICA_SET, mongodArguments } from './mongod-arguments.js';
import type { MongodOptions } from './mongod-options.js';
import { MongodStartError } from './mongod-start-error.js';
import { spawnMongod, type MongodExit, type MongodProcess } from './mongod-process.js';
import { lastPort, stopLeftover, writeOwner } from './owner-file.js';
import { becomePrimary } from './replica-set.js';

const LOG_LIMIT_BYTES = 20 * 1024 * 1024;

export interface RunningMongod {
  /** Connection string with the replica set's name, and the password if there is one: a client waits through a restart of the server. */
  uri: string;
  port: number;
  pid: number;
  /** Settles when the process has ended, whatever the cause. */
  exited: Promise<MongodExit>;
  /** Calls back when the process ends without `stop()` or `kill()` having been asked. */
  onExit(listener: (exit: MongodExit) => void): void;
  /** Stops the server cleanly; after `timeoutMs` (10 s) it is killed. */
  stop(timeoutMs?: number): Promise<void>;
  /** Ends the process at once, as a crash would; the data survives. */
  kill(): Promise<void>;
}

/**
 * Starts a MongoDB server as a replica set of one, bound to the loopback address, and returns when it is writable.
 * A server that a killed parent left on the same data is stopped first.
 * @throws {DataInUseError} when a living process runs a server on this data
 * @throws {MongodStartError} when it does not become writable
 * @throws {Error} when no server is installed
 */
export async function startMongod(options: MongodOptions): Promise<RunningMongod> {
  const dbPath = resolve(options.dbPath);
  const logPath = options.logPath ?? join(dbPath, 'mongod.log');
  mkdirSync(dbPath, { recursive: true, mode: 0o700 });
  const binary = options.binary ?? (await installedBinary());
  await stopLeftover(dbPath);
  rotate(logPath);
  const port = options.port ?? (await choosePort(dbPath));
  const secrets = secretsOf(options);
  const keyFile = secrets && writeKeyFile(dbPath, secrets.memberKey);
  const server = await spawnMongod(binary, mongodArguments({ ...options, dbPath, keyFile }, port), logPath);
  writeOwner(dbPath, server.pid, port);
  try {
    await becomePrimary(
      {
        port,
        name: REPLICA_SET,
        secrets,
        majorityIsJournaled: options.durability !== 'scratch',
        deadlineMs: options.deadlineMs ?? 30_000,
      },
      server.hasExited,
    );
  } catch (error) {
    server.signal('SIGKILL');
    await server.exited;
    throw new MongodStartError({ dbPath, logPath, lastWords: server.lastWords() }, error as Error);
  }
  return handle(server, port, options.password);
}

function handle(server: MongodProcess, port: number, password: string | undefined): RunningMongod {
  let asked = false;
  const end = async (signal: NodeJS.Signals, timeoutMs: number) => {
    asked = true;
    server.signal(signal);
    const timer = setTimeout(() => server.signal('SIGKILL'), timeoutMs);
    await server.exited;
    clearTimeout(timer);
  };
  return {
    uri: databaseUri([`127.0.0.1:${port}`], password),
    port,
    pid: server.pid,
    exited: server.exited,
    onExit: (listener) => void server.exited.then((exit) => (asked ? undefined : listener(exit))),
    stop: (timeoutMs = 10_000) => end('SIGTERM', timeoutMs),
    kill: () => end('SIGKILL', 0),
  };
}

function secretsOf({ password }: MongodOptions): DatabaseSecrets | undefined {
  return password === undefined ? undefined : { password, memberKey: newMemberKey() };
}

async function installedBinary(): Promise<string> {
  const found = await findMongod();
  if (found) return found.path;
  throw new Error(
    'No MongoDB server was found (MONGOD_BIN, mongod 6 or newer on PATH, the cache of set-up). Fetch one with: node tools/setup.mjs',
  );
}

async function choosePort(dbPath: string): Promise<number> {
  const last = lastPort(dbPath);
  return last !== undefined && !(await accepts(last)) ? last : freePort();
}

function rotate(logPath: string): void {
  try {
    if (statSync(logPath).size > LOG_LIMIT_BYTES) renameSync(logPath, `${logPath}.1`);
  } catch {
    // There is no log yet.
  }
}
