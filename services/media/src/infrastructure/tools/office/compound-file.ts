import type { FileHandle } from 'node:fs/promises';
import { bytesAt } from './zip-directory.js';

interface CompoundStream {
  name: string;
  offset: number;
}

/** Of a directory: 32 names each in the largest. */
const MOST_SECTORS = 64;
const END_OF_CHAIN = 0xfffffffa;

/** MS-CFB: .doc, .xls, .ppt, encrypted documents; what is broken ends the list. */
export async function compoundStreams(file: FileHandle): Promise<CompoundStream[]> {
  const header = await bytesAt(file, 0, 512);
  if (header.length < 512) return [];
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return [];
  const size = 1 << shift;
  const offsetOf = (sector: number) => (sector + 1) * size;
  const streams: CompoundStream[] = [];
  let sector = header.readUInt32LE(48);
  for (let read = 0; read < MOST_SECTORS && sector < END_OF_CHAIN; read += 1) {
    const entries = await bytesAt(file, offsetOf(sector), size);
    for (let at = 0; at + 128 <= entries.length; at += 128) {
      const length = Math.min(64, entries.readUInt16LE(at + 64));
      const name = entries.toString('utf16le', at, at + Math.max(0, length - 2));
      if (name) streams.push({ name, offset: offsetOf(entries.readUInt32LE(at + 116)) });
    }
    sector = await nextSector(file, header, sector, size);
  }
  return streams;
}

/** The header names the table's first 109 parts: enough for files of 6 MB. */
async function nextSector(file: FileHandle, header: Buffer, sector: number, size: number): Promise<number> {
  const part = Math.floor(sector / (size / 4));
  if (part >= 109) return END_OF_CHAIN;
  const table = header.readUInt32LE(76 + part * 4);
  if (table >= END_OF_CHAIN) return END_OF_CHAIN;
  const entry = await bytesAt(file, (table + 1) * size + (sector % (size / 4)) * 4, 4);
  return entry.length === 4 ? entry.readUInt32LE() : END_OF_CHAIN;
}

const WORD_ENCRYPTED = 0x0100;
const FILE_PASS = 0x2f;

/** MS-DOC: a flag at its beginning; MS-XLS: a record among the first. */
export async function isEncrypted(file: FileHandle, { name, offset }: CompoundStream): Promise<boolean> {
  const begin = await bytesAt(file, offset, 4096);
  if (name === 'WordDocument') return begin.length >= 12 && (begin.readUInt16LE(10) & WORD_ENCRYPTED) !== 0;
  for (let at = 0; at + 4 <= begin.length; at += 4 + begin.readUInt16LE(at + 2))
    if (begin.readUInt16LE(at) === FILE_PASS) return true;
  return false;
}
