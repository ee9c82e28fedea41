import { readFile, stat } from 'node:fs/promises';
import { crc32, constants, deflateSync, inflateSync } from 'node:zlib';

/** More is hardly a picture that was cut off, and is held several times. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Repairs a file that browsers show and libvips refuses: a PNG or WebP without its end, a drawing whose root begins
 * late or that is no UTF-8.
 * @returns bytes that libvips reads, null where there are none
 */
export async function readableImage(path: string): Promise<Buffer | null> {
  if ((await stat(path)).size > MOST_BYTES) return null;
  const bytes = await readFile(path);
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('\x89PNG')) return completedPng(bytes);
  if (/^RIFF....WEBP/s.test(head)) return completedWebp(bytes);
  return recognizableDrawing(bytes);
}

/** WebP container specification: the size behind `RIFF` counts neither. Missing bytes become zeros. */
function completedWebp(bytes: Buffer): Buffer | null {
  const size = bytes.readUInt32LE(4) + 8;
  if (size <= bytes.length || size > MOST_BYTES) return null;
  const whole = Buffer.alloc(size);
  bytes.copy(whole);
  return whole;
}

/** A chunk has a length, a type, data and a CRC (ISO/IEC 15948, 5.3). */
const CHUNK_BYTES = 12;
const SIGNATURE_BYTES = 8;
/** Samples a pixel, by the colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Each pass of an interlaced picture has its first column and row, and their steps (ISO/IEC 15948, 8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** libpng drops all of the chunk that was cut off, and all of an interlaced picture. */
function completedPng(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  const packed: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at + 8 <= bytes.length;) {
    const end = at + CHUNK_BYTES + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') packed.push(bytes.subarray(at + 8, Math.min(end - 4, bytes.length)));
    else if (packed.length === 0 && end <= bytes.length) kept.push(bytes.subarray(at, end));
    at = end;
  }
  const size = scanlineBytes(bytes);
  if (packed.length === 0 || size === null) return null;
  const pixels = Buffer.alloc(size);
  inflateSync(Buffer.concat(packed), {
    finishFlush: constants.Z_SYNC_FLUSH,
    maxOutputLength: size,
  }).copy(pixels);
  return Buffer.concat([
    ...kept,
    chunk('IDAT', deflateSync(pixels, { level: 1 })),
    chunk('IEND', Buffer.of()),
  ]);
}

/** Of all lines, each with the number of its filter; null: too many, or no header. */
function scanlineBytes(bytes: Buffer): number | null {
  if (bytes.length < SIGNATURE_BYTES + CHUNK_BYTES + 13) return null;
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  const bits = bytes.readUInt8(24) * (SAMPLES[bytes.readUInt8(25)] ?? Number.NaN);
  const passes = bytes.readUInt8(28) === 1 ? PASSES : ([[0, 0, 1, 1]] as const);
  let size = 0;
  for (const [left, top, across, down] of passes) {
    const columns = Math.ceil((width - left) / across);
    const rows = Math.ceil((height - top) / down);
    if (columns > 0 && rows > 0) size += rows * (1 + Math.ceil((columns * bits) / 8));
  }
  return size <= MOST_BYTES ? size : null;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/**
 * libvips takes for a drawing what begins with 24 ASCII characters and has its root among the first 1000, so
 * those words go first, in a comment.
 */
function recognizableDrawing(bytes: Buffer): Buffer | null {
  const text = xmlText(bytes);
  const end = /^\s*<\?xml\s[^>]*\?>/.exec(text)?.[0].length ?? 0;
  return isDrawing(text, end) ? Buffer.from(`<!-- <svg of a drawing -->${text.slice(end)}`) : null;
}

/** By its mark, else by what it says, else UTF-8 (XML 1.0, appendix F). */
function xmlText(bytes: Buffer): string {
  const [first, second] = bytes;
  const wide =
    first === 0xff || second === 0 ? 'utf-16le' : first === 0xfe || first === 0 ? 'utf-16be' : null;
  const said = /^[^>]{0,200}\sencoding\s*=\s*["']([\w.-]+)["']/.exec(bytes.toString('latin1', 0, 256))?.[1];
  try {
    return new TextDecoder(wide ?? said ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Whether the root behind comments and declarations is `svg`. */
function isDrawing(text: string, from: number): boolean {
  for (let at = from; at < text.length;) {
    if (/\s/.test(text.charAt(at))) at += 1;
    else if (text.startsWith('<!--', at)) at = behind(text, '-->', at);
    else if (text.startsWith('<?', at)) at = behind(text, '?>', at);
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) at = behindDoctype(text, at);
    else return /^<(?:[\w.-]+:)?svg[\s/>]/i.test(text.slice(at, at + 100));
  }
  return false;
}

function behind(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at + end.length;
}

/** It may declare entities in brackets. */
function behindDoctype(text: string, from: number): number {
  const close = text.indexOf('>', from);
  const open = text.indexOf('[', from);
  return open < 0 || close < open ? behind(text, '>', from) : behind(text, '>', behind(text, ']', open));
}
