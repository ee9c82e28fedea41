/** Decoded line by line or shrunk while read: memory does not grow. */
const STREAMED_PIXELS = 400_000_000;
/** Decoded whole, 3 or 4 bytes a pixel. */
const WHOLE_PIXELS = 64_000_000;
const ANIMATED_PIXELS = 60_000_000;
const MOST_FRAMES = 100;

export interface ImageHeader {
  format: string;
  width: number;
  height: number;
  /** Interlaced PNG, progressive JPEG: decoded whole. */
  interlaced: boolean;
}

export function fitsMemory({ format, width, height, interlaced }: ImageHeader): boolean {
  const streamed = ['jpeg', 'png', 'tiff'].includes(format) && !interlaced;
  return width * height <= (streamed ? STREAMED_PIXELS : WHOLE_PIXELS);
}

/** Short enough to show all frames. Pages of a document are none. */
export const isShortAnimation = ({ format, width, height }: ImageHeader, frames: number): boolean =>
  ['gif', 'webp'].includes(format) &&
  frames > 1 &&
  frames <= MOST_FRAMES &&
  width * height * frames <= ANIMATED_PIXELS;

/** Dots an inch to fill a square of this side; 72 is one pixel a unit. */
export function drawingDensity(side: number, width: number, height: number): number {
  const longest = Math.max(width, height, 1);
  return Math.min(2400, Math.max(1, (72 * side) / longest));
}

/** The memory of Node and libvips with a small image. */
const BASE_MB = 100;

/** The fields that sharp reads from a header. */
interface Header {
  format: string;
  compression?: string;
  channels: number;
  depth?: string;
  isProgressive?: boolean;
  chromaSubsampling?: string;
}

/**
 * Estimates the MiB from the header. Measured with libvips 8.18 at 36 to 64 megapixels.
 * @param pixels a drawing's at the size it is drawn in
 */
export const memoryNeed = (header: Header, pixels: number): number =>
  BASE_MB + (pixels * bytesEach(header)) / 2 ** 20;

function bytesEach({ format, compression, channels, depth, isProgressive, ...more }: Header): number {
  const deep = depth !== undefined && depth !== 'uchar';
  switch (format) {
    // A progressive one keeps all coefficients, two bytes each.
    case 'jpeg':
      return isProgressive ? coefficients(more.chromaSubsampling, channels) * 2.1 : 0;
    // All lines of an interlaced one.
    case 'png':
      return isProgressive ? channels * (deep ? 2 : 1) * 1.25 : 0;
    case 'webp':
      return 7.5;
    case 'heif':
      return compression === 'hevc' ? 12 : deep ? 32 : 19;
    case 'tiff':
      return 0;
    default:
      return 6;
  }
}

/** A pixel, by how its colours are thinned out. */
const coefficients = (subsampling = '4:4:4', channels: number): number =>
  subsampling.startsWith('4:2:0') && channels <= 3 ? 1.5 : channels;
