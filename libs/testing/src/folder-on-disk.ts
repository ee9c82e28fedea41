import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FolderOnDisk {
  path: string;
  name: string;
  /** The SHA-256 of each file, by its path from the folder on. */
  sums: Map<string, string>;
}

export interface FolderOnDiskOptions {
  files: number;
  folders: number;
  size?: number;
  /** Bytes of one more file, which is so large that it is sent in parts. */
  large?: number;
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A new folder of random files in nested folders, in the machine's folder for temporary files. */
export function folderOnDisk({ files, folders, size = 4096, large = 0 }: FolderOnDiskOptions): FolderOnDisk {
  const name = 'tree';
  const path = join(mkdtempSync(join(tmpdir(), 'skyshelf-drop-')), name);
  const sums = new Map<string, string>();
  const write = (at: string, bytes: Buffer): void => {
    writeFileSync(join(path, at), bytes);
    sums.set(`${name}/${at}`, sha256Of(bytes));
  };
  /** Nests four folders, then begins a new branch. */
  const pathOf = (index: number): string => {
    const branch = Math.floor(index / 4);
    return Array.from({ length: (index % 4) + 1 }, (_, level) => `folder-${branch}-${level}`).join('/');
  };
  for (let index = 0; index < folders; index += 1) mkdirSync(join(path, pathOf(index)), { recursive: true });
  for (let index = 0; index < files; index += 1)
    write(`${pathOf(index % folders)}/file-${index}.bin`, randomBytes(size));
  if (large > 0) write('film.bin', randomBytes(large));
  return { path, name, sums };
}
