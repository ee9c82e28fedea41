import type { BlobId } from '@skyshelf/contracts';

export interface ArchiveEntry {
  /** The path uses `/`, which also ends a folder's. */
  path: string;
  /** Is null for a folder. */
  blobId: BlobId | null;
  size: number;
  /** null until computed. */
  crc32: number | null;
  /** Unit: seconds since the epoch. */
  modified: number;
}

export type CheckedEntry = ArchiveEntry & { crc32: number };

/**
 * ZIP (APPNOTE.TXT 6.3.10), uncompressed: lengths are known beforehand, so offsets are too. ZIP64 only where
 * needed.
 */

/** Larger numbers need ZIP64 (§4.4.8). */
const MOST_4_BYTES = 0xffff_ffff;
const MOST_2_BYTES = 0xffff;

const LOCAL_HEADER = 30;
const CENTRAL_HEADER = 46;
const END_RECORD = 22;
const END_RECORD_64 = 56;
const LOCATOR_64 = 20;
const EXTRA_HEAD = 4;
/** Flags and time (Info-ZIP "UT", 0x5455): DOS time has no zone and only even seconds. */
const TIME_EXTRA = EXTRA_HEAD + 5;

const VERSION = 20;
const VERSION_ZIP64 = 45;
/** Unix: the external attributes are its modes. */
const MADE_BY = (3 << 8) | VERSION_ZIP64;
/** The flag is bit 11 (§4.4.4). */
const UTF8_NAMES = 0x0800;
const FOLDER_MODE = 0o40755;
const FILE_MODE = 0o100644;
const DOS_FOLDER = 0x10;

const pathBytes = ({ path }: ArchiveEntry): number => Buffer.byteLength(path);
const isLarge = (bytes: number): boolean => bytes >= MOST_4_BYTES;

export const localHeaderBytes = (entry: ArchiveEntry): number =>
  LOCAL_HEADER + pathBytes(entry) + TIME_EXTRA + (isLarge(entry.size) ? EXTRA_HEAD + 16 : 0);

export const centralHeaderBytes = (entry: ArchiveEntry, offset: number): number =>
  CENTRAL_HEADER + pathBytes(entry) + TIME_EXTRA + zip64Fields(entry.size, offset);

function zip64Fields(size: number, offset: number): number {
  const fields = (isLarge(size) ? 16 : 0) + (isLarge(offset) ? 8 : 0);
  return fields === 0 ? 0 : EXTRA_HEAD + fields;
}

export function localHeader(entry: CheckedEntry): Buffer {
  const large = isLarge(entry.size);
  const header = Buffer.alloc(localHeaderBytes(entry));
  header.writeUInt32LE(0x04034b50, 0);
  writeFacts(header, 4, entry, large ? VERSION_ZIP64 : VERSION);
  header.writeUInt16LE(header.length - LOCAL_HEADER - pathBytes(entry), 28);
  let at = LOCAL_HEADER + header.write(entry.path, LOCAL_HEADER);
  at = writeTime(header, at, entry.modified);
  if (large) writeZip64(header, at, [entry.size, entry.size]);
  return header;
}

export function centralHeader(entry: CheckedEntry, offset: number): Buffer {
  const large = [isLarge(entry.size), isLarge(offset)];
  const header = Buffer.alloc(centralHeaderBytes(entry, offset));
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_BY, 4);
  writeFacts(header, 6, entry, large.includes(true) ? VERSION_ZIP64 : VERSION);
  header.writeUInt16LE(header.length - CENTRAL_HEADER - pathBytes(entry), 30);
  const isFolder = entry.blobId === null;
  header.writeUInt16LE(isFolder ? DOS_FOLDER : 0, 38);
  header.writeUInt16LE(isFolder ? FOLDER_MODE : FILE_MODE, 40);
  header.writeUInt32LE(Math.min(offset, MOST_4_BYTES), 42);
  let at = CENTRAL_HEADER + header.write(entry.path, CENTRAL_HEADER);
  at = writeTime(header, at, entry.modified);
  const fields = [...(large[0] ? [entry.size, entry.size] : []), ...(large[1] ? [offset] : [])];
  if (fields.length > 0) writeZip64(header, at, fields);
  return header;
}

export interface Directory {
  entries: number;
  start: number;
  bytes: number;
}

const needsZip64 = ({ entries, start, bytes }: Directory): boolean =>
  entries >= MOST_2_BYTES || isLarge(start) || isLarge(bytes);

export const endRecordBytes = (directory: Directory): number =>
  END_RECORD + (needsZip64(directory) ? END_RECORD_64 + LOCATOR_64 : 0);

export function endRecord(directory: Directory): Buffer {
  const { entries, start, bytes } = directory;
  const end = Buffer.alloc(END_RECORD);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries, MOST_2_BYTES), 8);
  end.writeUInt16LE(Math.min(entries, MOST_2_BYTES), 10);
  end.writeUInt32LE(Math.min(bytes, MOST_4_BYTES), 12);
  end.writeUInt32LE(Math.min(start, MOST_4_BYTES), 16);
  return needsZip64(directory) ? Buffer.concat([endRecord64(directory), end]) : end;
}

function endRecord64({ entries, start, bytes }: Directory): Buffer {
  const end = Buffer.alloc(END_RECORD_64 + LOCATOR_64);
  end.writeUInt32LE(0x06064b50, 0);
  writeUInt64(end, END_RECORD_64 - 12, 4);
  end.writeUInt16LE(MADE_BY, 12);
  end.writeUInt16LE(VERSION_ZIP64, 14);
  writeUInt64(end, entries, 24);
  writeUInt64(end, entries, 32);
  writeUInt64(end, bytes, 40);
  writeUInt64(end, start, 48);
  end.writeUInt32LE(0x07064b50, END_RECORD_64);
  writeUInt64(end, start + bytes, END_RECORD_64 + 8);
  end.writeUInt32LE(1, END_RECORD_64 + 16);
  return end;
}

/** Writes the fields from `version needed` to the name's length, which both headers share. */
function writeFacts(header: Buffer, at: number, entry: CheckedEntry, version: number): void {
  const { time, date } = dosTime(entry.modified);
  const size = Math.min(entry.size, MOST_4_BYTES);
  header.writeUInt16LE(version, at);
  header.writeUInt16LE(UTF8_NAMES, at + 2);
  header.writeUInt16LE(time, at + 6);
  header.writeUInt16LE(date, at + 8);
  header.writeUInt32LE(entry.crc32, at + 10);
  header.writeUInt32LE(size, at + 14);
  header.writeUInt32LE(size, at + 18);
  header.writeUInt16LE(pathBytes(entry), at + 22);
}

function writeTime(header: Buffer, at: number, modified: number): number {
  header.writeUInt16LE(0x5455, at);
  header.writeUInt16LE(TIME_EXTRA - EXTRA_HEAD, at + 2);
  header.writeUInt8(1, at + 4);
  header.writeInt32LE(Math.min(Math.max(modified, 0), 0x7fff_ffff), at + 5);
  return at + TIME_EXTRA;
}

function writeZip64(header: Buffer, at: number, fields: readonly number[]): void {
  header.writeUInt16LE(0x0001, at);
  header.writeUInt16LE(fields.length * 8, at + 2);
  fields.forEach((field, index) => writeUInt64(header, field, at + EXTRA_HEAD + index * 8));
}

const writeUInt64 = (header: Buffer, value: number, at: number): void =>
  void header.writeBigUInt64LE(BigInt(value), at);

/** The date is in UTC, from 1980 to 2107 (§4.4.6). */
function dosTime(modified: number): { time: number; date: number } {
  const moment = new Date(Math.min(Math.max(modified, DOS_FIRST), DOS_LAST) * 1000);
  const year = moment.getUTCFullYear() - 1980;
  const month = moment.getUTCMonth() + 1;
  const day = moment.getUTCDate();
  const hours = moment.getUTCHours();
  const minutes = moment.getUTCMinutes();
  const seconds = moment.getUTCSeconds();
  return {
    date: (year << 9) | (month << 5) | day,
    time: (hours << 11) | (minutes << 5) | (seconds >> 1),
  };
}

const DOS_FIRST = Date.UTC(1980, 0, 1) / 1000;
const DOS_LAST = Date.UTC(2107, 11, 31, 23, 59, 58) / 1000;
