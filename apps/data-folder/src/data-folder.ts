import { rmSync } from 'node:fs';
import { tryFolderLock, type LockHolder } from '@skyshelf/host';
import { StartRefusedError } from './data-folder-error.js';
import { dataFolderPaths } from './data-folder-paths.js';
import { prepareDataFolder } from './prepare-data-folder.js';

export class DataFolderInUseError extends StartRefusedError {
  override name = 'DataFolderInUseError';

  constructor(path: string, { pid, note: url }: LockHolder) {
    const where = url ? ` at ${url}` : '';
    super(
      `Skyshelf already runs on ${path}${where} (process ${pid}). Stop that one first, or set SKYSHELF_DATA to another folder.`,
    );
  }
}

export interface DataFolder {
  path: string;
  database: string;
  objects: string;
  secrets: string;
  identity: string;
  payments: string;
  /** Mails are written to this folder without a mail server. */
  mails: string;
  opsSocket: string;
  companionSocket: string;
  /** Storage receives Companion's files there. */
  storageSocket: string;
  /** Tells a refused process where the running one answers. */
  announce(url: string): void;
  release(): void;
}

/**
 * Takes over from a killed process.
 * @throws {DataFolderInUseError} when a living process holds it
 * @throws {DataFolderError} when it can't be made or written to, or its disk is full
 */
export function claimDataFolder(folder: string): DataFolder {
  prepareDataFolder(folder);
  const paths = dataFolderPaths(folder);
  const lock = tryFolderLock(paths.holder);
  if ('heldBy' in lock) throw new DataFolderInUseError(paths.path, lock.heldBy);
  for (const left of [paths.opsSocket, paths.companionSocket, paths.storageSocket])
    rmSync(left, { force: true });
  return { ...paths, announce: lock.note, release: lock.release };
}
