import { crc32 } from 'node:zlib';
import type { PackedFile } from '../domain/packed-file.js';

const LOCAL_HEADER = 0x0403_4b50;
const CENTRAL_HEADER = 0x0201_4b50;
const END_RECORD = 0x0605_4b50;
/** For entries in folders; made on Unix, so that mode bits count. */
const NEEDED = 20;
const MADE_ON_UNIX = (3 << 8) | NEEDED;
const UTF8_NAMES = 1 << 11;
/** 1 January 1980, the format's first day: the same files give the same bytes. */
const NO_DATE = 0x0021;
const REGULAR_FILE = 0o100000;

interface Entry {
  name: Buffer;
  content: Buffer;
  mode: number;
  /** Of its local header. */
  offset: number;
}

/** Stored uncompressed (APPNOTE.TXT 6.3.10 by PKWARE, without ZIP64). */
export function packedFiles(files: readonly PackedFile[]): Buffer {
  const parts: Buffer[] = [];
  const entries: Entry[] = [];
  let offset = 0;
  for (const { path, content: given, runs = false } of files) {
    const name = Buffer.from(path);
    const content = Buffer.from(given);
    const entry = { name, content, mode: REGULAR_FILE | (runs ? 0o755 : 0o644), offset };
    entries.push(entry);
    parts.push(localHeader(entry), content);
    offset += 30 + name.length + content.length;
  }
  const directory = Buffer.concat(entries.map(centralHeader));
  return Buffer.concat([...parts, directory, endRecord(entries.length, directory.length, offset)]);
}

/** Shared by both headers: from the needed version to the length of the name. */
function described({ name, content }: Entry): Buffer {
  const fields = Buffer.alloc(24);
  fields.writeUInt16LE(NEEDED, 0);
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt16LE(NO_DATE, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function localHeader(entry: Entry): Buffer {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(LOCAL_HEADER);
  return Buffer.concat([signature, described(entry), Buffer.alloc(2), entry.name]);
}

function centralHeader(entry: Entry): Buffer {
  const before = Buffer.alloc(6);
  before.writeUInt32LE(CENTRAL_HEADER, 0);
  before.writeUInt16LE(MADE_ON_UNIX, 4);
  const after = Buffer.alloc(16);
  after.writeUInt32LE(entry.mode * 0x1_0000, 8);
  after.writeUInt32LE(entry.offset, 12);
  return Buffer.concat([before, described(entry), after, entry.name]);
}

function endRecord(entries: number, bytes: number, start: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(END_RECORD, 0);
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(bytes, 12);
  record.writeUInt32LE(start, 16);
  return record;
}
