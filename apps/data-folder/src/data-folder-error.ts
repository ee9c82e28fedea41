export class StartRefusedError extends Error {
  override name = 'StartRefusedError';
}

export class DataFolderError extends StartRefusedError {
  override name = 'DataFolderError';

  /** @param whatIsWrong continues a sentence that begins with the folder, and says what to do */
  constructor(path: string, whatIsWrong: string, cause?: unknown) {
    super(`The data folder ${path} ${whatIsWrong}, or set SKYSHELF_DATA to another folder.`, { cause });
  }
}

const faults: Readonly<Record<string, string>> = {
  EACCES: 'this user is not allowed to write there (EACCES). Give this user leave to',
  EPERM: 'this user is not allowed to write there (EPERM). Give this user leave to',
  EROFS: 'its disk is read-only (EROFS). Make the disk writable',
  ENOSPC: 'its disk is full (ENOSPC). Free some space',
  EDQUOT: 'this user has used up the room on its disk (EDQUOT). Free some space',
  ENOENT: 'the system takes no folder there (ENOENT). Choose a place on a disk',
  ENOTDIR: 'a file is in its way (ENOTDIR). Remove that file',
  EIO: 'its disk fails (EIO). Look after the disk',
};

/** Is null for other errors. */
export function knownDiskFault(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return faults[code] ?? null;
}

export const diskFaultOf = (error: unknown): string =>
  knownDiskFault(error) ?? `${error instanceof Error ? error.message : String(error)}. Look after the disk`;
