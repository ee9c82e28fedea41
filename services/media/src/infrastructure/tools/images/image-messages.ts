/** What the child is asked. */
export interface ImageRequest {
  /** Path of the image. */
  source: string;
  /** Where the picture is to be written; null: it comes with the answer. */
  target: string | null;
  /** Side of the square that it fits in, pixels. */
  side: number;
  /** An animation stays one, unless it is too long, or its picture would be larger than `maxBytes`. */
  animated: boolean;
  /** Most bytes of the picture. */
  maxBytes: number;
  /** Memory that there is room for now, and that is allowed at all, MiB. */
  roomMb: number;
  mostMb: number;
}

/** Why there is no picture, as far as the image is to blame. */
export type ImageRefusal = 'unreadable' | 'tooManyPixels';

export interface RenderedImage {
  /** Pixels of the picture. */
  width: number;
  height: number;
  /** Pixels of the image, as it is shown. */
  sourceDimensions: { width: number; height: number };
  /** The picture, base64, when it was not written. */
  picture?: string;
}

/** How a request ends. */
export type ImageOutcome =
  | { rendered: RenderedImage }
  | { refused: ImageRefusal; cause: string }
  /** It is to be asked for again with so much room. */
  | { needsMb: number };
