import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const LONGEST_END = 65_557;

/**
 * Reads one file out of a zip archive (a wheel is one).
 * @param endOfName how the wanted file's path ends
 * @throws {Error} when the archive is broken or has no such file
 */
export function readFromZip(path, endOfName) {
  const file = openSync(path, 'r');
  try {
    const entry = entriesOf(file).find(({ name }) => name.endsWith(endOfName));
    if (!entry) throw new Error(`${path} holds no ${endOfName}`);
    const header = readAt(file, entry.offset, 30);
    const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    const packed = readAt(file, start, entry.packedSize);
    return entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: entry.size + 1 });
  } finally {
    closeSync(file);
  }
}

function entriesOf(file) {
  const size = fstatSync(file).size;
  const tail = readAt(file, Math.max(0, size - LONGEST_END), Math.min(size, LONGEST_END));
  let end = tail.length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0) throw new Error('it is not a zip archive');
  const directory = readAt(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const entries = [];
  for (let at = 0; at + 46 <= directory.length;) {
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      packedSize: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

function readAt(file, position, length) {
  const buffer = Buffer.alloc(length);
  if (readSync(file, buffer, 0, length, position) < length) throw new Error('the archive is cut off');
  return buffer;
}
