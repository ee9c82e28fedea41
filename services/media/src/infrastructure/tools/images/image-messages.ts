export interface ImageRequest {
  source: string;
  /** Path; null: the picture comes with the answer. */
  target: string | null;
  side: number;
  /** An animation is kept unless it is too long or larger than `maxBytes`. */
  animated: boolean;
  maxBytes: number;
  /** Free now, and allowed at all. */
  roomMb: number;
  mostMb: number;
}

/** The image is to blame. */
export type ImageRefusal = 'unreadable' | 'tooManyPixels';

export interface RenderedImage {
  /** Unit: pixels of the picture. */
  width: number;
  height: number;
  sourceDimensions: { width: number; height: number };
  /** Base64, when not written. */
  picture?: string;
}

export type ImageOutcome =
  | { rendered: RenderedImage }
  | { refused: ImageRefusal; cause: string }
  /** Ask again with so much room. */
  | { needsMb: number };
