import { lstat } from 'node:fs/promises';

/** A tool has written its own file there, not an empty one. */
export const isFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isFile() && found.size > 0,
    () => false,
  );
