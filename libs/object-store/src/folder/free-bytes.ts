import { statfs } from 'node:fs/promises';

/** Bytes that can still be written on the file system of a folder, by a process without administrator rights. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
