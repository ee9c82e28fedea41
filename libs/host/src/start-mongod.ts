import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findMongod } from '../binary/find-mongod.mjs';
import { databaseUri, type DatabaseSecrets } from './database-user.js';
import { accepts, freePort } from './free-port.js';
import { newMemberKey, writeKeyFile, becomePrimary } from './replica-set.js';
import { REPLICA_SET, mongodArguments, type MongodOptions } from './mongod-arguments.js';
import { spawnMongod, type MongodExit, type MongodProcess } from './mongod-process.js';
import { lastPort, stopLeftover, writeOwner } from './owner-file.js';

const LOG_LIMIT_BYTES = 20 * 1024 * 1024;

export interface RunningMongod {
  /** It has the set's name and the password, so clients survive a restart. */
  uri: string;
  port: number;
  pid: number;
  exited: Promise<MongodExit>;
  /** It is not called after `stop()` or `kill()`. */
  onExit(listener: (exit: MongodExit) => void): void;
  /** Killed after `timeoutMs` (10 s). */
  stop(timeoutMs?: number): Promise<void>;
  /** Ends it like a crash; the data survives. */
  kill(): Promise<void>;
}

/** A server that was started, and may not answer yet. */
export interface SpawnedMongod extends RunningMongod {
  /** @throws {MongodStartError} when it does not become writable; it has ended then */
  writable: Promise<void>;
}

/**
 * A one-member replica set on the loopback address, writable. Stops a server that a killed parent left.
 * @throws {DataInUseError} when a living process runs a server on this data
 * @throws {MongodStartError} when it does not become writable
 * @throws {Error} when no server is installed
 */
export async function startMongod(options: MongodOptions): Promise<RunningMongod> {
  const { writable, ...running } = await spawnReplicaSet(options);
  await writable;
  return running;
}

/**
 * Like `startMongod`, but returns when the process runs.
 * @throws {DataInUseError} when a living process runs a server on this data
 * @throws {Error} when no server is installed
 */
export async function spawnReplicaSet(options: MongodOptions): Promise<SpawnedMongod> {
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
  const member = {
    port,
    name: REPLICA_SET,
    secrets,
    majorityIsJournaled: options.durability !== 'scratch',
    deadlineMs: options.deadlineMs ?? 30_000,
  };
  const writable = becomePrimary(member, server.hasExited).catch(async (error: Error) => {
    server.signal('SIGKILL');
    await server.exited;
    throw new MongodStartError({ dbPath, logPath, lastWords: server.lastWords() }, error);
  });
  writable.catch(() => {});
  return { ...handle(server, port, options.password), writable };
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

/** In the server's log, and what they mean. */
const faults: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Disk quota exceeded/, 'its disk is full. Free some space, then start again.'],
  [/Read-only file system/, 'its disk is read-only. Make the disk writable, then start again.'],
  [/Permission denied|Operation not permitted/, 'files there belong to another user. Give them to this one.'],
  [/Input\/output error/, 'its disk fails. Look after the disk.'],
];

/** Names the reason where known, else the log's last words. */
export class MongodStartError extends Error {
  override name = 'MongodStartError';

  constructor(
    { dbPath, logPath, lastWords }: { dbPath: string; logPath: string; lastWords: string },
    cause: Error,
  ) {
    const known = faults.find(([pattern]) => pattern.test(lastWords))?.[1];
    const unknown = `${cause.message}. The end of ${logPath}:\n${lastWords}`;
    super(`The database did not start on ${dbPath}: ${known ?? unknown}`, { cause });
  }
}
