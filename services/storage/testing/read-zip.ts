import { crc32 } from 'node:zlib';

export interface ReadEntry {
  path: string;
  bytes: Buffer;
  /** Unit: seconds since the epoch. */
  modified: number;
  /** The Unix mode. */
  mode: number;
  zip64: boolean;
}

const MOST = 0xffff_ffff;

/** Shares nothing with what writes archives: reads by the central directory. Throws where anything does not fit. */
export function readZip(zip: Buffer): ReadEntry[] {
  const { entries, start, bytes } = directoryOf(zip);
  const found: ReadEntry[] = [];
  let at = start;
  for (let index = 0; index < entries; index += 1) {
    expectSignature(zip, at, 0x02014b50);
    const lengths = [28, 30, 32].map((each) => zip.readUInt16LE(at + each));
    const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths;
    const path = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const extras = extrasOf(zip.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength));
    const large = extras.get(0x0001);
    const wide = [zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    let next = 0;
    const [size = 0, stored = 0, offset = 0] = wide.map((each) => {
      if (each !== MOST) return each;
      next += 8;
      return Number(large?.readBigUInt64LE(next - 8));
    });
    if (size !== stored || zip.readUInt16LE(at + 10) !== 0) throw new Error(`${path} is not stored as it is`);
    const content = contentOf(zip, { path, size, offset });
    if (crc32(content) !== zip.readUInt32LE(at + 16))
      throw new Error(`The CRC of ${path} is that of other bytes`);
    if (zip.readUInt32LE(offset + 14) !== zip.readUInt32LE(at + 16)) throw new Error(`Two CRCs of ${path}`);
    if ((zip.readUInt16LE(at + 8) & 0x0800) === 0)
      throw new Error(`The name of ${path} is not said to be UTF-8`);
    found.push({
      path,
      bytes: content,
      modified: extras.get(0x5455)?.readInt32LE(1) ?? NaN,
      mode: zip.readUInt16LE(at + 40),
      zip64: large !== undefined,
    });
    at += 46 + nameLength + extraLength + commentLength;
  }
  if (at !== start + bytes) throw new Error('The central directory has another length than it says');
  return found;
}

function contentOf(
  zip: Buffer,
  { path, size, offset }: { path: string; size: number; offset: number },
): Buffer {
  expectSignature(zip, offset, 0x04034b50);
  const nameLength = zip.readUInt16LE(offset + 26);
  const extraLength = zip.readUInt16LE(offset + 28);
  const name = zip.toString('utf8', offset + 30, offset + 30 + nameLength);
  if (name !== path) throw new Error(`${path} is ${name} where its bytes are`);
  const start = offset + 30 + nameLength + extraLength;
  return zip.subarray(start, start + size);
}

function directoryOf(zip: Buffer): { entries: number; start: number; bytes: number } {
  const end = zip.length - 22;
  expectSignature(zip, end, 0x06054b50);
  const entries = zip.readUInt16LE(end + 10);
  const bytes = zip.readUInt32LE(end + 12);
  const start = zip.readUInt32LE(end + 16);
  const isWide = entries === 0xffff || bytes === MOST || start === MOST;
  const found = isWide ? wideDirectory(zip, end - 20) : { entries, start, bytes };
  if (found.start + found.bytes !== (isWide ? end - 76 : end))
    throw new Error('Something lies between directory and end');
  return found;
}

function wideDirectory(zip: Buffer, locator: number): { entries: number; start: number; bytes: number } {
  expectSignature(zip, locator, 0x07064b50);
  const at = Number(zip.readBigUInt64LE(locator + 8));
  expectSignature(zip, at, 0x06064b50);
  const [entries = 0, bytes = 0, start = 0] = [32, 40, 48].map((each) =>
    Number(zip.readBigUInt64LE(at + each)),
  );
  return { entries, start, bytes };
}

function extrasOf(extra: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = 0; at < extra.length; at += 4 + extra.readUInt16LE(at + 2))
    found.set(extra.readUInt16LE(at), extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2)));
  return found;
}

function expectSignature(zip: Buffer, at: number, signature: number): void {
  if (zip.readUInt32LE(at) !== signature) throw new Error(`No record ${signature.toString(16)} at ${at}`);
}
