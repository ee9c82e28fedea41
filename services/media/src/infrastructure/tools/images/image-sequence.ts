import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** ISO/IEC 14496-12: the first box's length, its type, the main brand. */
const HEAD_BYTES = 12;
const SEQUENCE = 'ftypavis';
const IMAGE = 'ftypavif';

/**
 * An animated AVIF as its first image: else libvips refuses it.
 * @returns the path of any other file
 */
export function firstOfSequence(path: string): string | Buffer {
  // Its process does nothing else.
  const head = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, HEAD_BYTES, 0);
  } finally {
    closeSync(file);
  }
  if (head.toString('latin1', 4) !== SEQUENCE) return path;
  const bytes = readFileSync(path);
  bytes.write(IMAGE, 4, 'latin1');
  return bytes;
}
