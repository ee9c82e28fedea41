import { open, type FileHandle } from 'node:fs/promises';

interface TiffPage {
  width: number;
  height: number;
  isReduced: boolean;
}

/** A document may have more pages than are read. */
const MOST_PAGES = 64;
const MOST_ENTRIES = 512;
/** TIFF 6.0, section 8: tags. */
const NEW_SUBFILE_TYPE = 254;
const SUBFILE_TYPE = 255;
const WIDTH = 256;
const HEIGHT = 257;
/** The first page of a document may be smaller than others, but not by so much, in pixels. */
const THUMBNAIL_FACTOR = 16;

/**
 * The first page that is no reduced copy, or the largest where that is a thumbnail without saying so.
 * @returns as libvips counts pages, from 0
 */
export async function mainTiffPage(path: string): Promise<number> {
  const pages = await tiffPages(path);
  const pixels = pages.map(({ width, height, isReduced }) => (isReduced ? 0 : width * height));
  const most = Math.max(0, ...pixels);
  return Math.max(
    0,
    pixels.findIndex((size) => size > 0 && size * THUMBNAIL_FACTOR > most),
  );
}

async function tiffPages(path: string): Promise<TiffPage[]> {
  const file = await open(path);
  try {
    const head = await bytesAt(file, 0, 16);
    const reader = head && readerOf(head);
    const pages: TiffPage[] = [];
    let at = head && reader ? reader.offset(head, reader.isBig ? 8 : 4) : 0;
    while (reader && at > 0 && pages.length < MOST_PAGES) {
      const read = await pageAt(file, reader, at);
      if (!read) break;
      pages.push(read.page);
      at = read.next;
    }
    return pages;
  } finally {
    await file.close();
  }
}

interface TiffReader {
  /** BigTIFF uses offsets of 8 bytes. */
  isBig: boolean;
  u16(bytes: Buffer, at: number): number;
  u32(bytes: Buffer, at: number): number;
  offset(bytes: Buffer, at: number): number;
}

function readerOf(head: Buffer): TiffReader | null {
  const isLittle = head.toString('latin1', 0, 2) === 'II';
  const u16 = (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const u64 = (bytes: Buffer, at: number) =>
    Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
  const version = u16(head, 2);
  if (version !== 42 && version !== 43) return null;
  const isBig = version === 43;
  return { isBig, u16, u32, offset: isBig ? u64 : u32 };
}

async function pageAt(
  file: FileHandle,
  { isBig, u16, u32, offset }: TiffReader,
  at: number,
): Promise<{ page: TiffPage; next: number } | null> {
  const [countBytes, entryBytes, linkBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  const counted = await bytesAt(file, at, countBytes);
  const count = counted ? (isBig ? offset(counted, 0) : u16(counted, 0)) : 0;
  if (count === 0 || count > MOST_ENTRIES) return null;
  const bytes = await bytesAt(file, at + countBytes, count * entryBytes + linkBytes);
  if (!bytes) return null;
  const values = new Map<number, number>();
  for (let entry = 0; entry < count; entry += 1) {
    const from = entry * entryBytes;
    const isShort = u16(bytes, from + 2) === 3;
    const value = from + (isBig ? 12 : 8);
    values.set(u16(bytes, from), isShort ? u16(bytes, value) : u32(bytes, value));
  }
  const isReduced = ((values.get(NEW_SUBFILE_TYPE) ?? 0) & 1) === 1 || values.get(SUBFILE_TYPE) === 2;
  const page = { width: values.get(WIDTH) ?? 0, height: values.get(HEIGHT) ?? 0, isReduced };
  return { page, next: offset(bytes, count * entryBytes) };
}

/** Null: the file ends before. */
async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer | null> {
  if (!Number.isSafeInteger(position)) return null;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : null;
}
