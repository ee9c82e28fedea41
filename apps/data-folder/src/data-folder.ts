import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { tryFolderLock, type LockHolder } from '@skyshelf/host';
import { dataFolderPaths } from './data-folder-paths.js';

/** Another Skyshelf runs on this data folder. */
export class DataFolderInUseError extends Error {
  constructor(path: string, { pid, note: url }: LockHolder) {
    const where = url ? ` at ${url}` : '';
    super(
      `Skyshelf already runs on ${path}${where} (process ${pid}). Stop that one first, or set SKYSHELF_DATA to another folder.`,
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
  const lock = tryFolderLock(paths.holder);
  if ('heldBy' in lock) throw new DataFolderInUseError(paths.path, lock.heldBy);
  rmSync(paths.opsSocket, { force: true });
  return { ...paths, announce: lock.note, release: lock.release };
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
