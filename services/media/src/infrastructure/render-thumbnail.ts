import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { drawingDensity, fitsMemory, THUMBNAIL_SIDE } from '../domain/pixel-limit.js';
import type { MadeFile } from '../domain/made-file.js';
import { JobRefusal, reasons } from '../domain/refusal.js';

const SECONDS = 20;
/** Half a second of work saved for a tenth more bytes: 17 ms against 31 ms for two megapixels. */
const EFFORT = 1;
const QUALITY = 78;

const options: SharpOptions = { failOn: 'error', limitInputPixels: false, sequentialRead: true };

/** Decoders for what users upload and nothing else; no caches, so memory goes back after each image. Once a process. */
export function setUpSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Svg'].map(
    (format) => `VipsForeignLoad${format}`,
  );
  sharp.unblock({ operation: loaders });
}

/**
 * A picture of at most 400 × 400 pixels, turned as it is to be shown, the first frame of an animation. Sizes are looked at before a pixel is decoded.
 * @param source the bytes, or the path of a file with them
 * @throws JobRefusal with a reason for the user
 */
export async function renderThumbnail(source: Buffer | string): Promise<MadeFile> {
  const found = await readHeader(source);
  const { width, height } = shownSize(found);
  const scale = found.format === 'svg' ? drawingDensity(width, height) / 72 : 1;
  const decoded = {
    width: width * scale,
    height: height * scale,
    format: found.format,
    interlaced: Boolean(found.isProgressive),
  };
  if (!fitsMemory(decoded)) throw new JobRefusal(reasons.tooManyPixels);
  try {
    const { data, info } = await open(source, found)
      .autoOrient()
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY, effort: EFFORT })
      .timeout({ seconds: SECONDS })
      .toBuffer({ resolveWithObject: true });
    return {
      bytes: data,
      width: info.width,
      height: info.height,
      sourceDimensions: { width, height },
    };
  } catch (error) {
    throw refusalOf(error);
  }
}

function open(source: Buffer | string, { format, width, height }: Metadata): Sharp {
  return sharp(source, format === 'svg' ? { ...options, density: drawingDensity(width, height) } : options);
}

async function readHeader(source: Buffer | string): Promise<Metadata> {
  try {
    return await sharp(source, options).metadata();
  } catch (error) {
    throw refusalOf(error);
  }
}

function shownSize({ autoOrient, width, height, pageHeight }: Metadata): { width: number; height: number } {
  return pageHeight
    ? { width, height: pageHeight }
    : { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height };
}

/** libvips tells its errors by text only. */
function refusalOf(error: unknown): JobRefusal {
  const text = error instanceof Error ? error.message : '';
  if (/timeout/i.test(text)) return new JobRefusal(reasons.tooSlow, error);
  if (/pixel limit|too large|exceeds/i.test(text)) return new JobRefusal(reasons.tooManyPixels, error);
  return new JobRefusal(reasons.unreadable, error);
}
