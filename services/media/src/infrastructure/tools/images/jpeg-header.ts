import type { Metadata } from 'sharp';

/** What libvips would say, for a fiftieth of its time. */
export type ImageFacts = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'autoOrient'
> &
  Partial<Pick<Metadata, 'compression' | 'chromaSubsampling' | 'pages' | 'pageHeight' | 'icc'>>;

const START = 0xffd8;
const EXIF = 0xe1;
const BASELINE = new Set([0xc0, 0xc1]);
/** Segments that say nothing of size: tables, application data, comments. */
const isSkipped = (marker: number): boolean =>
  marker === 0xdb || marker === 0xc4 || marker === 0xdd || marker === 0xfe || (marker & 0xf0) === 0xe0;

/**
 * Of a plain JPEG.
 * @param head its first bytes
 * @returns null for all that is not quite clear: libvips has to look
 */
export function jpegHeader(head: Buffer): ImageFacts | null {
  if (head.length < 2 || head.readUInt16BE(0) !== START) return null;
  let orientation: number | null = null;
  for (let at = 2; at + 10 <= head.length && head[at] === 0xff; at += 2 + head.readUInt16BE(at + 2)) {
    const marker = head.readUInt8(at + 1);
    const data = head.subarray(at + 4, at + 2 + head.readUInt16BE(at + 2));
    if (BASELINE.has(marker)) return factsOf(data, orientation ?? 1);
    if (!isSkipped(marker)) return null;
    if (marker === EXIF && data.toString('latin1', 0, 6) === 'Exif\0\0') {
      const found = orientationIn(data.subarray(6));
      if (found === null || orientation !== null) return null;
      orientation = found;
    }
  }
  return null;
}

/** ITU-T T.81, B.2.2. */
function factsOf(frame: Buffer, orientation: number): ImageFacts | null {
  if (frame.length < 6 || frame[0] !== 8) return null;
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)];
  if (height === 0 || width === 0) return null;
  const shown = orientation >= 5 ? { width: height, height: width } : { width, height };
  const channels = frame.readUInt8(5) as ImageFacts['channels'];
  return { format: 'jpeg', width, height, channels, depth: 'uchar', isProgressive: false, autoOrient: shown };
}

const ORIENTATION = 0x0112;
const SHORT = 3;

/** TIFF 6.0, section 2. */
function orientationIn(tiff: Buffer): number | null {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return null;
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  const entries = short(directory);
  if (directory + 2 + entries * 12 > tiff.length) return null;
  for (let at = directory + 2; at < directory + 2 + entries * 12; at += 12) {
    if (short(at) !== ORIENTATION) continue;
    const value = short(at + 8);
    return short(at + 2) === SHORT && value >= 1 && value <= 8 ? value : null;
  }
  return 1;
}
