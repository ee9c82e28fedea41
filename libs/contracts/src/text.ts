import { analyse } from 'chardet';
import { isDecodable, unicodeEncodingOf } from './rules/text-bytes.js';

/** The names are those of `TextDecoder` (https://encoding.spec.whatwg.org), in the order of a menu. */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'iso-8859-5',
  'x-mac-cyrillic',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
] as const;
export type TextEncoding = (typeof textEncodings)[number];

/** The encoding of bytes that fit no other. */
const WESTERN = 'windows-1252';
/** Guessing takes milliseconds. */
const SAMPLE_BYTES = 64 * 1024;
/** The lowest confidence of chardet, of 100, that counts. */
const SURE = 28;
/** UTF-8 in which a few bytes were damaged. */
const MOST_DAMAGED = 0.05;

const isTextEncoding = (encoding: string): encoding is TextEncoding =>
  (textEncodings as readonly string[]).includes(encoding);

/** Decides by the byte order mark, else by the bytes; the default is Western European. It may be wrong. */
export function guessEncoding(bytes: Uint8Array): TextEncoding {
  const begin = bytes.subarray(0, SAMPLE_BYTES);
  const unicode = unicodeEncodingOf(begin);
  if (unicode === 'utf-8' && hasJapaneseEscapes(begin)) return 'iso-2022-jp';
  if (unicode?.startsWith('utf-16')) return unicode;
  const sample = fromFirstForeign(bytes);
  if (isDecodable(sample, 'utf-8')) return 'utf-8';
  if (isDamagedUtf8(sample)) return 'utf-8';
  const guesses = analyse(sample).flatMap(({ name, confidence }) => {
    const encoding = encodingOf(name);
    return encoding && isDecodable(sample, encoding) ? [{ encoding, confidence }] : [];
  });
  const sure = guesses.find(({ confidence }) => confidence >= SURE);
  const likely = sure ?? guesses.find(({ encoding }) => isMostlyForeign(sample, encoding));
  return likely?.encoding ?? cyrillicEncodingOf(sample) ?? WESTERN;
}

const CYRILLIC = ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'] as const;
/** The ten most frequent letters of Russian make up two thirds of a text. */
const frequent = /[оеаинтсрвл]/giu;
const naturalWord = /^([\u0401\u0410-\u042f]?[\u0430-\u044f\u0451]+|[\u0401\u0410-\u042f]+|[a-zA-Z]+)$/u;

/** Decides for a few words, too short for chardet: in a wrong encoding capitals stand inside of words. */
function cyrillicEncodingOf(bytes: Uint8Array): TextEncoding | null {
  const scores = CYRILLIC.filter((encoding) => isDecodable(bytes, encoding)).flatMap((encoding) => {
    const text = new TextDecoder(encoding).decode(bytes, { stream: true });
    const cyrillic = text.match(/[\u0401\u0410-\u044f\u0451]/gu)?.length ?? 0;
    const isNatural = text.match(/\p{L}+/gu)?.every((word) => naturalWord.test(word)) ?? false;
    if (!isNatural || cyrillic < 4 || cyrillic < text.length / 2) return [];
    return [{ encoding, score: text.match(frequent)?.length ?? 0 }];
  });
  return scores.toSorted((a, b) => b.score - a.score)[0]?.encoding ?? null;
}

/** The beginning may be ASCII alone. */
function fromFirstForeign(bytes: Uint8Array): Uint8Array {
  let at = 0;
  while (at < bytes.length && (bytes[at] ?? 0) < 0x80) at += 1;
  const from = Math.max(0, at - SAMPLE_BYTES / 2);
  return bytes.subarray(from, from + SAMPLE_BYTES);
}

/** Null: none that browsers decode, or one that is ruled out already. */
function encodingOf(name: string): TextEncoding | null {
  if (/^(ascii|utf-)/i.test(name)) return null;
  try {
    const { encoding } = new TextDecoder(name);
    return isTextEncoding(encoding) ? encoding : null;
  } catch {
    return null;
  }
}

/** Finds `ESC $ @` or `ESC $ B` (RFC 1468). */
const hasJapaneseEscapes = (bytes: Uint8Array): boolean =>
  bytes.some(
    (byte, at) =>
      byte === 0x1b && bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42),
  );

function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes, { stream: true });
  const damaged = text.match(/\ufffd/g)?.length ?? 0;
  const whole = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  return damaged < whole * MOST_DAMAGED;
}

/** Of other scripts than Latin, whose letters a few accents decode as, too. */
const foreign =
  /[\u0370-\u03ff\u0400-\u04ff\u0590-\u06ff\u0e00-\u0e7f\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/g;

function isMostlyForeign(bytes: Uint8Array, encoding: TextEncoding): boolean {
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  const found = text.match(foreign)?.length ?? 0;
  return found > 2 && found > text.length / 4;
}

/** A character cut off at the end is left out. */
export const decodeText = (bytes: Uint8Array, encoding: TextEncoding = guessEncoding(bytes)): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true });
