import { decideContentType, isRaster } from '@skyshelf/contracts/rules';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

/** How much of a file is looked at: enough for the headers of images with large colour profiles and EXIF blocks. */
export const HEAD_BYTES = 512 * 1024;

export interface Findings {
  type: string;
  /** Pixels as shown; null for what is no image or tells it too late in the file. */
  width: number | null;
  height: number | null;
}

/** What the first bytes of a file say about it. Never throws: what can't be read says nothing. */
export async function inspectBytes(head: Uint8Array, declared: string): Promise<Findings> {
  const sniffed = head.length === 0 ? undefined : await fileTypeFromBuffer(head).catch(() => undefined);
  const type = decideContentType(declared, sniffed?.mime ?? null);
  return { type, ...(isRaster(type) ? await dimensions(head) : { width: null, height: null }) };
}

/** Reads headers only: no pixel is decoded. */
async function dimensions(head: Uint8Array): Promise<Pick<Findings, 'width' | 'height'>> {
  try {
    const { autoOrient, width, height, pageHeight } = await sharp(head, {
      failOn: 'none',
      limitInputPixels: false,
    }).metadata();
    return pageHeight
      ? { width, height: pageHeight }
      : { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height };
  } catch {
    return { width: null, height: null };
  }
}
