import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** Up to the size in most JPEGs, behind an EXIF block. */
const HEAD_BYTES = 64 * 1024;
/** ISO/IEC 14496-12: behind the first box's length its type and the main brand. */
const SEQUENCE = 'ftypavis';
const IMAGE = 'ftypavif';

export function headOf(path: string): Buffer {
  // Its process does nothing else.
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  const file = openSync(path, 'r');
  try {
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

/**
 * An animated AVIF as its first image: else libvips refuses it.
 * @returns the path of any other file
 */
export function firstOfSequence(path: string, head: Buffer): string | Buffer {
  if (head.toString('latin1', 4, 12) !== SEQUENCE) return path;
  const bytes = readFileSync(path);
  bytes.write(IMAGE, 4, 'latin1');
  return bytes;
}
