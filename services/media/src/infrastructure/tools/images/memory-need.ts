import type { Metadata } from 'sharp';

/** Node and libvips with a small image. */
const BASE_MB = 100;

type Header = Pick<Metadata, 'format' | 'compression' | 'channels' | 'depth' | 'isProgressive'> & {
  chromaSubsampling?: string;
};

/**
 * MiB, by the header. Measured with libvips 8.18 at 36 to 64 megapixels.
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
