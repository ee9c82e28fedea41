import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandLine, identityOf, isAlive, lives } from '../lock/process-identity.mjs';

interface OwnerRecord {
  ownerPid: number;
  ownerStarted: string | undefined;
  mongodPid: number;
  port: number;
}

export class DataInUseError extends Error {
  readonly ownerPid: number;

  constructor(dbPath: string, ownerPid: number) {
    super(
      `The database in ${dbPath} is in use by process ${ownerPid}. Stop that one first, or choose another data folder.`,
    );
    this.name = 'DataInUseError';
    this.ownerPid = ownerPid;
  }
}

/** Records the process that runs the server, for the next start. */
export function writeOwner(dbPath: string, mongodPid: number, port: number): void {
  const record: OwnerRecord = {
    ownerPid: process.pid,
    ownerStarted: identityOf(process.pid).started,
    mongodPid,
    port,
  };
  const draft = `${ownerFile(dbPath)}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(record));
  renameSync(draft, ownerFile(dbPath));
}

/** Keeping the port saves a change of the replica set. */
export function lastPort(dbPath: string): number | undefined {
  return readOwner(dbPath)?.port;
}

/**
 * Waits for the end of a killed parent's server.
 * @throws {DataInUseError} when its parent is alive
 */
export async function stopLeftover(dbPath: string, timeoutMs = 5_000): Promise<void> {
  const owner = readOwner(dbPath);
  const pid = lockHolder(dbPath) ?? owner?.mongodPid;
  if (pid === undefined || !runsOn(pid, dbPath)) return;
  if (owner && owner.mongodPid === pid && lives({ pid: owner.ownerPid, started: owner.ownerStarted })) {
    throw new DataInUseError(dbPath, owner.ownerPid);
  }
  signal(pid, 'SIGTERM');
  const deadline = Date.now() + timeoutMs;
  while (runsOn(pid, dbPath)) {
    if (Date.now() > deadline) signal(pid, 'SIGKILL');
    await pause(10);
  }
}

/** Checks that it is not another process with the same id. */
function runsOn(pid: number, dbPath: string): boolean {
  if (!isAlive(pid)) return false;
  const command = commandLine(pid);
  return command.includes('mongod') && command.includes(dbPath);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}

/** mongod writes its id into mongod.lock and empties it on a clean stop. */
function lockHolder(dbPath: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(dbPath, 'mongod.lock'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function readOwner(dbPath: string): OwnerRecord | undefined {
  try {
    return JSON.parse(readFileSync(ownerFile(dbPath), 'utf8')) as OwnerRecord;
  } catch {
    return undefined;
  }
}

function ownerFile(dbPath: string): string {
  return join(dbPath, 'skyshelf-owner.json');
}
