import { open, readFile } from 'node:fs/promises';

/** ISO/IEC 14496-12: the length of the first box, its type, the main brand. */
const HEAD_BYTES = 12;
const SEQUENCE = 'ftypavis';
const IMAGE = 'ftypavif';

/**
 * An animated AVIF as its first image, which its file has as well: libvips reads that only where the file says that it is an image first of all.
 * @returns the path of any other file
 */
export async function firstOfSequence(path: string): Promise<string | Buffer> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    if (buffer.toString('latin1', 4) !== SEQUENCE) return path;
  } finally {
    await file.close();
  }
  const bytes = await readFile(path);
  bytes.write(IMAGE, 4, 'latin1');
  return bytes;
}
