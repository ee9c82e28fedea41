/** Enough for the headers of images with large colour profiles and EXIF blocks. */
export const HEAD_BYTES = 512 * 1024;

export interface Findings {
  type: string;
  /** As shown; null for what is no image or tells it too late in the file. */
  width: number | null;
  height: number | null;
}

/**
 * Never throws: what can't be read says nothing.
 * @param pixels whether they are asked for
 */
export type InspectBytes = (head: Uint8Array, declared: string, pixels?: boolean) => Promise<Findings>;
