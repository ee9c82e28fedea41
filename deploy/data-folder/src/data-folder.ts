import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isAlive, startMark } from '@skyshelf/mongod';
import { dataFolderPaths } from './data-folder-paths.js';

interface Holder {
  pid: number;
  started: string | undefined;
  url: string | null;
}

/** Another Skyshelf runs on this data folder. */
export class DataFolderInUseError extends Error {
  constructor(path: string, holder: Holder) {
    const where = holder.url ? ` at ${holder.url}` : '';
    super(
      `Skyshelf already runs on ${path}${where} (process ${holder.pid}). Stop that one first, or set SKYSHELF_DATA to another folder.`,
    );
    this.name = 'DataFolderInUseError';
  }
}

/** Where a standalone keeps everything. */
export interface DataFolder {
  path: string;
  database: string;
  objects: string;
  secrets: string;
  identity: string;
  /** The unix socket of the operator's commands. */
  opsSocket: string;
  /** Tells whoever is refused the folder where the running one answers. */
  announce(url: string): void;
  release(): void;
}

/**
 * Takes a data folder for this process, making it when it is missing. What a killed process left behind is taken over.
 * @throws {DataFolderInUseError} when a living process holds it
 */
export function claimDataFolder(folder: string): DataFolder {
  const paths = dataFolderPaths(folder);
  mkdirSync(join(paths.path, 'run'), { recursive: true, mode: 0o700 });
  const self: Holder = { pid: process.pid, started: startMark(process.pid), url: null };
  while (!placeNew(paths.holder, self)) removeIfStale(paths.holder, paths.path);
  rmSync(paths.opsSocket, { force: true });
  return {
    ...paths,
    announce: (url) => {
      const draft = `${paths.holder}.${process.pid}`;
      writeDurably(draft, { ...self, url });
      renameSync(draft, paths.holder);
    },
    release: () => rmSync(paths.holder, { force: true }),
  };
}

/** Puts the holder file in place whole, unless one is there: a link fails where a rename would replace. */
function placeNew(file: string, holder: Holder): boolean {
  const draft = `${file}.${process.pid}`;
  writeDurably(draft, holder);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves the file of a dead holder aside. Two starters may race here: whoever took a living one's file gives it back. */
function removeIfStale(file: string, folder: string): void {
  const found = readHolder(file);
  if (found && holds(found)) throw new DataFolderInUseError(folder, found);
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const taken = readHolder(aside);
  if (taken && holds(taken)) linkSync(aside, file);
  rmSync(aside, { force: true });
}

function holds(holder: Holder): boolean {
  return holder.pid !== process.pid && isAlive(holder.pid) && startMark(holder.pid) === holder.started;
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

/** Writes JSON so that it survives a power cut; readable by the owner only. */
export function writeDurably(file: string, content: unknown): void {
  const handle = openSync(file, 'w', 0o600);
  try {
    writeSync(handle, JSON.stringify(content));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
