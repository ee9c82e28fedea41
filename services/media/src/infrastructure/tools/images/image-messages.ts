export interface ImageRequest {
  /** Path. */
  source: string;
  /** Path; null: the picture comes with the answer. */
  target: string | null;
  /** Of the square it fits in, pixels. */
  side: number;
  /** Unless too long, or larger than `maxBytes`. */
  animated: boolean;
  maxBytes: number;
  /** Free now, and allowed at all. */
  roomMb: number;
  mostMb: number;
}

/** The image is to blame. */
export type ImageRefusal = 'unreadable' | 'tooManyPixels';

export interface RenderedImage {
  /** Pixels of the picture. */
  width: number;
  height: number;
  /** Pixels, as shown. */
  sourceDimensions: { width: number; height: number };
  /** Base64, when not written. */
  picture?: string;
}

export type ImageOutcome =
  | { rendered: RenderedImage }
  | { refused: ImageRefusal; cause: string }
  /** Ask again with so much room. */
  | { needsMb: number };
