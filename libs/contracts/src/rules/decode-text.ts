export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Enough to tell UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 4096;

const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    // `stream`: a character cut off at the end is no error.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/** Most text has a zero in every other byte. */
const utf16Of = (bytes: Uint8Array): Encoding | null => {
  const sample = bytes.subarray(0, SAMPLE_BYTES);

  const count = (parity: number): number =>
    sample.reduce((sum, byte, index) => sum + Number(byte === 0 && index % 2 === parity), 0) /
    (sample.length / 2);
  const even = count(0);
  const odd = count(1);
  if (odd > 0.4 && even < 0.1) return 'utf-16le';
  return even > 0.4 && odd < 0.1 ? 'utf-16be' : null;
};

/** By its byte order mark, else by its bytes; else Western European. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  return utf16Of(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

/** A character cut off at the end is left out. */
export const decodeText = (bytes: Uint8Array): string =>
  new TextDecoder(guessEncoding(bytes)).decode(bytes, { stream: true });
