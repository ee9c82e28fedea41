import type { FileHandle } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  method: number;
  packed: number;
  unpacked: number;
  offset: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const MOST_DIRECTORY = 8 * 1024 * 1024;

/** Is null for a file that is not a zip. Office documents need no ZIP64. */
export async function zipDirectory(file: FileHandle): Promise<ZipEntry[] | null> {
  const { size } = await file.stat();
  const tail = await bytesAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END) continue;
    const length = tail.readUInt32LE(at + 12);
    const start = tail.readUInt32LE(at + 16);
    if (length > MOST_DIRECTORY || start + length > size) return null;
    return entriesIn(await bytesAt(file, start, length));
  }
  return null;
}

function entriesIn(directory: Buffer): ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at < directory.length) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY) return null;
    const name = directory.readUInt16LE(at + 28);
    const extra = directory.readUInt16LE(at + 30);
    const comment = directory.readUInt16LE(at + 32);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + name),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

/** Its first `most` bytes; null when it can't be unpacked. */
export async function zipContent(file: FileHandle, entry: ZipEntry, most: number): Promise<Buffer | null> {
  if (entry.packed > most || entry.unpacked > most) return null;
  const header = await bytesAt(file, entry.offset, 30);
  if (header.length < 30) return null;
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = await bytesAt(file, start, entry.packed);
  if (entry.method === 0) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: most });
  } catch {
    return null;
  }
}

export async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
