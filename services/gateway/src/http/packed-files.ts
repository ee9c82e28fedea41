import { zipSync, type Zippable } from 'fflate';
import type { PackedFile } from '../domain/packed-file.js';

/** The format's first day: the same files give the same bytes. */
const mtime = new Date(1980, 0, 1);
const UNIX = 3;
const REGULAR_FILE = 0o100000;

/** Stored uncompressed, with mode bits. */
export function packedFiles(files: readonly PackedFile[]): Buffer {
  const entries = files.map(({ path, content, runs = false }): [string, Zippable[string]] => [
    path,
    [
      Buffer.from(content),
      { level: 0, mtime, os: UNIX, attrs: (REGULAR_FILE | (runs ? 0o755 : 0o644)) << 16 },
    ],
  ]);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}
