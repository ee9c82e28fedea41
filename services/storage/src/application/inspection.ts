/** How much of a file is looked at: enough for the headers of images with large colour profiles and EXIF blocks. */
export const HEAD_BYTES = 512 * 1024;

export interface Findings {
  type: string;
  /** Pixels as shown; null for what is no image or tells it too late in the file. */
  width: number | null;
  height: number | null;
}

/**
 * What the first bytes of a file say about it. Never throws: what can't be read says nothing.
 * @param pixels whether its pixels are asked for
 */
export type InspectBytes = (head: Uint8Array, declared: string, pixels?: boolean) => Promise<Findings>;
