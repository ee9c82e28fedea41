import {
  existsSync,
  lstatSync,
  mkdirSync,
  rmSync,
  statfsSync,
  statSync,
  closeSync,
  fsyncSync,
  openSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { dataFolderPaths } from './data-folder-paths.js';
import { DataFolderError, diskFaultOf } from './data-folder-error.js';

const MB = 1024 * 1024;
/** A new MongoDB writes 300 MB of journal and system tables first. */
const FIRST_START_BYTES = 512 * MB;
/** The database stops within minutes when less is free. */
const LATER_START_BYTES = 64 * MB;

/**
 * Writable and with room, before anything is started on it.
 * @throws {DataFolderError} that says what is wrong and what to do
 */
export function prepareDataFolder(folder: string): void {
  const { path, secrets } = dataFolderPaths(folder);
  makeFolder(path, path);
  tryWriting(path);
  refuseSmallDisk(path, existsSync(secrets) ? LATER_START_BYTES : FIRST_START_BYTES);
}

/** Node's `mkdir -p` never ends under /proc. */
function makeFolder(folder: string, wanted: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder), wanted);
  try {
    if (lstatSync(folder, { throwIfNoEntry: false }))
      throw new DataFolderError(wanted, `can't be made: ${folder} is not a folder. Remove that`);
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    throw new DataFolderError(wanted, `can't be made: ${diskFaultOf(error)}`, error);
  }
}

function refuseSmallDisk(path: string, needed: number): void {
  const { bavail, bsize } = statfsSync(path);
  const free = bavail * bsize;
  if (free >= needed) return;
  const inMB = (bytes: number) => `${Math.floor(bytes / MB)} MB`;
  throw new DataFolderError(
    path,
    `has no room: its disk has ${inMB(free)} left, ${inMB(needed)} are needed. Free some space`,
  );
}

function tryWriting(path: string): void {
  const probe = join(path, `.writable-${process.pid}`);
  try {
    writeDurably(probe, '');
  } catch (error) {
    throw new DataFolderError(path, `can't be written to: ${diskFaultOf(error)}`, error);
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Survives a power cut; readable by the owner only. */
export function writeDurably(file: string, content: unknown): void {
  const handle = openSync(file, 'w', 0o600);
  try {
    writeSync(handle, JSON.stringify(content));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
