/** What the child is asked. */
export interface ImageRequest {
  /** Path of the image. */
  source: string;
  /** Where the thumbnail is to be written. */
  target: string;
}

/** Why there is no thumbnail, as far as the image is to blame. */
export type ImageRefusal = 'unreadable' | 'tooManyPixels';

export interface RenderedImage {
  /** Pixels of the thumbnail. */
  width: number;
  height: number;
  /** Pixels of the image, as it is shown. */
  sourceDimensions: { width: number; height: number };
}

/** How a request ends. */
export type ImageOutcome = { rendered: RenderedImage } | { refused: ImageRefusal; cause: string };
