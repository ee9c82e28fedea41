/** Formats whose decoder hands over line by line (or shrinks while it reads): memory does not grow with the image. */
const STREAMED_PIXELS = 400_000_000;
/** The others are decoded whole, 3 or 4 bytes a pixel. */
const WHOLE_PIXELS = 64_000_000;
/** Of an animation that stays one, all frames together. */
const ANIMATED_PIXELS = 60_000_000;
const MOST_FRAMES = 100;

export interface ImageHeader {
  format: string;
  width: number;
  height: number;
  /** Interlaced PNG, progressive JPEG: decoded whole. */
  interlaced: boolean;
}

/** Whether an image of this size can be decoded in bounded memory. */
export function fitsMemory({ format, width, height, interlaced }: ImageHeader): boolean {
  const streamed = ['jpeg', 'png', 'tiff'].includes(format) && !interlaced;
  return width * height <= (streamed ? STREAMED_PIXELS : WHOLE_PIXELS);
}

/** Whether it is an animation that all frames can be shown of, not only the first. Pages of a document are none. */
export const isShortAnimation = ({ format, width, height }: ImageHeader, frames: number): boolean =>
  ['gif', 'webp'].includes(format) &&
  frames > 1 &&
  frames <= MOST_FRAMES &&
  width * height * frames <= ANIMATED_PIXELS;

/** Drawings have no pixels of their own: dots an inch at which one just fills a square of this side. 72 is one pixel a unit. */
export function drawingDensity(side: number, width: number, height: number): number {
  const longest = Math.max(width, height, 1);
  return Math.min(2400, Math.max(1, (72 * side) / longest));
}
