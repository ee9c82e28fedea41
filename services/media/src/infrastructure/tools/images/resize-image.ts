import { writeFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { decodeHeic, isHeic, withProfile } from './heic.ts';
import type { ImageOutcome, ImageRequest, RenderedImage } from './image-messages.ts';
import { drawingDensity, fitsMemory, isShortAnimation, type ImageHeader } from './pixel-limit.ts';

/** Half of the work saved for a tenth more bytes: 17 ms against 31 ms for two megapixels. */
const EFFORT = 1;
const QUALITY = 78;
const webp = { quality: QUALITY, effort: EFFORT };

const options: SharpOptions = { failOn: 'error', limitInputPixels: false, sequentialRead: true };

/** These decoders and no others; no caches, so memory goes back after each image. Once a process. */
export function setUpSharp(decoders: readonly string[]): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [...decoders] });
}

/**
 * Writes a picture (webp, sRGB) that fits in a square, turned as it is to be shown. Sizes are looked at before a pixel is decoded.
 * @throws when memory or room for the result runs out: then nothing more is to be asked of this process
 */
export async function resizeImage(request: ImageRequest): Promise<ImageOutcome> {
  try {
    const found = await sharp(request.source, options).metadata();
    const sourceDimensions = shownSize(found);
    const header = decodedHeader(found, sourceDimensions, request.side);
    if (!fitsMemory(header)) return { refused: 'tooManyPixels', cause: '' };
    if (isHeic(found)) return { rendered: await renderHeic(request, found) };
    const animation =
      request.animated && isShortAnimation(header, found.pages ?? 1) ? await renderFrames(request) : null;
    return { rendered: { ...(animation ?? (await renderStill(request, found))), sourceDimensions } };
  } catch (error) {
    return refusalOf(error);
  }
}

const fit = (image: Sharp, side: number): Sharp =>
  image.resize(side, side, { fit: 'inside', withoutEnlargement: true });

type PictureSize = Pick<RenderedImage, 'width' | 'height'>;

async function renderStill({ source, target, side }: ImageRequest, found: Metadata): Promise<PictureSize> {
  const { format, width, height } = found;
  const density = format === 'svg' ? { density: drawingDensity(side, width, height) } : {};
  const image = sharp(source, { ...options, ...density }).autoOrient();
  const info = await fit(image, side).webp(webp).toFile(target);
  return { width: info.width, height: info.height };
}

/** All frames, with their times. Null: that would be too large a file. */
async function renderFrames({ source, target, side, maxBytes }: ImageRequest): Promise<PictureSize | null> {
  const image = fit(sharp(source, { ...options, animated: true }), side);
  const { data, info } = await image.webp(webp).toBuffer({ resolveWithObject: true });
  if (data.length > maxBytes) return null;
  await writeFile(target, data);
  return { width: info.width, height: info.pageHeight ?? info.height };
}

async function renderHeic({ source, target, side }: ImageRequest, { icc }: Metadata): Promise<RenderedImage> {
  const { data, width, height } = await decodeHeic(source);
  const small = fit(sharp(data, { ...options, raw: { width, height, channels: 4 } }), side);
  const image = icc ? sharp(await withProfile(small, icc), options) : small;
  const info = await image.webp(webp).toFile(target);
  return { width: info.width, height: info.height, sourceDimensions: { width, height } };
}

function shownSize({ autoOrient, width, height, pageHeight }: Metadata): PictureSize {
  return pageHeight
    ? { width, height: pageHeight }
    : { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height };
}

function decodedHeader(
  { format, isProgressive }: Metadata,
  { width, height }: PictureSize,
  side: number,
): ImageHeader {
  const scale = format === 'svg' ? drawingDensity(side, width, height) / 72 : 1;
  return { width: width * scale, height: height * scale, format, interlaced: Boolean(isProgressive) };
}

/** libvips gives its errors as text only; those with a code are the machine's. WebAssembly that has failed works for no further image. */
function refusalOf(error: unknown): ImageOutcome {
  if (error instanceof Error && ('code' in error || error.name === 'RuntimeError')) throw error;
  const cause = error instanceof Error ? error.message : '';
  if (/out of memory|unable to write|no space/i.test(cause)) throw error;
  if (/pixel limit|too large|exceeds/i.test(cause)) return { refused: 'tooManyPixels', cause };
  return { refused: 'unreadable', cause };
}
