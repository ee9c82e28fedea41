export type UnicodeEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The size suffices to recognise UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 4096;
/** A smaller sample proves nothing. */
const LEAST_BYTES = 8;
/** That many without a control character are hardly chance. */
const LEAST_UNKNOWN_BYTES = 64;

const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

/** Strictly; a character cut off at the end is no error. */
export function isDecodable(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** By its byte order mark, else by its bytes; null: another encoding, or no text. */
export function unicodeEncodingOf(bytes: Uint8Array): UnicodeEncoding | null {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  return utf16Of(bytes) ?? (isDecodable(bytes, 'utf-8') ? 'utf-8' : null);
}

/** Its line feeds, spaces and Latin letters have a zero, which no other text has. */
function utf16Of(bytes: Uint8Array): UnicodeEncoding | null {
  const sample = bytes.subarray(0, Math.min(SAMPLE_BYTES, bytes.length & ~1));
  if (!sample.includes(0)) return null;
  const [little, big] = (['utf-16le', 'utf-16be'] as const).map((encoding) => {
    const text = new TextDecoder(encoding).decode(sample, { stream: true });
    const common = text.match(/[\n -~\u3000-\u30ff]/g)?.length ?? 0;
    return { encoding, common, isPlausible: text !== '' && common > 0 && !implausible.test(text) };
  });
  if (!little?.isPlausible) return big?.isPlausible ? big.encoding : null;
  return big?.isPlausible && big.common > little.common ? big.encoding : little.encoding;
}

/** It matches controls except white space, half a surrogate pair, and private or unassigned characters. */
const implausible = /[^\P{Cc}\t\n\v\f\r]|[\p{Cs}\p{Co}\p{Cn}\ufffd]/u;

/** Ignores white space, backspace and escape. */
function hasControls(bytes: Uint8Array): boolean {
  return bytes.some(
    (byte) => (byte < 0x20 && (byte < 0x08 || byte > 0x0d) && byte !== 0x1b) || byte === 0x7f,
  );
}

/** A mark alone may be any bytes. */
function isUtf16(bytes: Uint8Array): boolean {
  const encoding = unicodeEncodingOf(bytes);
  if (encoding === null || encoding === 'utf-8') return false;
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, SAMPLE_BYTES), { stream: true });
  return !implausible.test(text);
}

/** Whether these first bytes of a file are text, whatever it is called. */
export function looksLikeText(head: Uint8Array): boolean {
  if (head.length < LEAST_BYTES) return false;
  if (hasControls(head)) return isUtf16(head);
  return head.length >= LEAST_UNKNOWN_BYTES || isDecodable(head, 'utf-8');
}
