import { lstat } from 'node:fs/promises';

/** Whether a tool has written a file there: one of its own, and not an empty one. */
export const isFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isFile() && found.size > 0,
    () => false,
  );
