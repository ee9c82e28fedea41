/** Decoded line by line or shrunk while read: memory does not grow. */
const STREAMED_PIXELS = 400_000_000;
/** Decoded whole, 3 or 4 bytes a pixel. */
const WHOLE_PIXELS = 64_000_000;
/** All frames together. */
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
