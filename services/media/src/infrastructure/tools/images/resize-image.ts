import { writeFile, readFile } from 'node:fs/promises';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { ImageOutcome, ImageRequest, RenderedImage } from './image-messages.ts';
import {
  drawingDensity,
  fitsMemory,
  isShortAnimation,
  memoryNeed,
  type ImageHeader,
} from '../../../domain/image-limits.ts';
import { isIcon, readIcon } from './read-icon.ts';
import { readableImage } from './readable-image.ts';
import { mainTiffPage } from './tiff-pages.ts';

/** Two megapixels take 17 instead of 31 ms and a tenth more bytes. */
const EFFORT = 1;
const QUALITY = 78;
const webp = { quality: QUALITY, effort: EFFORT };

const strict: SharpOptions = { failOn: 'error', limitInputPixels: false, sequentialRead: true };
/** A picture that was cut off is shown as far as it goes. */
const lenient: SharpOptions = { ...strict, failOn: 'none' };

/** No caches, so memory goes back after each image. Once a process. */
export function setUpSharp(decoders: readonly string[]): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [...decoders] });
}

/**
 * Sizes are looked at undecoded.
 * @throws without memory or room for the result: nothing more is to be asked of this process
 */
export async function resizeImage(request: ImageRequest): Promise<ImageOutcome> {
  const outcome = await attempt(request, strict);
  if (!('refused' in outcome) || outcome.refused !== 'unreadable') return outcome;
  const bytes = await readableImage(request.source).catch(() => null);
  const shown = await attempt(request, lenient, bytes);
  // What it was given to decode may have been nothing at all.
  return 'rendered' in shown && (await isBlank(request, shown.rendered)) ? outcome : shown;
}

/** @param bytes in place of the file */
async function attempt(
  request: ImageRequest,
  options: SharpOptions,
  bytes: Buffer | null = null,
): Promise<ImageOutcome> {
  try {
    const opened = bytes ?? (await openImage(request.source));
    const { image, found } = await withMainPage({ ...request, opened, options });
    const sourceDimensions = shownSize(found);
    const header = decodedHeader(found, sourceDimensions, image.side);
    const isAnimation = image.animated && isShortAnimation(header, found.pages ?? 1);
    const frames = isAnimation ? (found.pages ?? 1) : 1;
    const needsMb = memoryNeed(found, header.width * header.height * frames);
    if (!fitsMemory(header) || needsMb > image.mostMb) return { refused: 'tooManyPixels', cause: '' };
    if (needsMb > image.roomMb) return { needsMb };
    if (isHeic(found)) return { rendered: await renderHeic(image, found) };
    const animation = isAnimation ? await renderFrames(image) : null;
    return { rendered: { ...(animation ?? (await renderStill(image, found))), sourceDimensions } };
  } catch (error) {
    return refusalOf(error);
  }
}

type OpenedImage = ImageRequest & { opened: string | Buffer; options: SharpOptions };

async function withMainPage(image: OpenedImage): Promise<{ image: OpenedImage; found: Metadata }> {
  const found = await sharp(image.opened, image.options).metadata();
  const hasPages = found.format === 'tiff' && (found.pages ?? 1) > 1;
  const page = hasPages ? await mainTiffPage(image.source) : 0;
  if (page === 0) return { image, found };
  const options = { ...image.options, page };
  return { image: { ...image, options }, found: await sharp(image.opened, options).metadata() };
}

async function isBlank({ target }: ImageRequest, { picture = '' }: RenderedImage): Promise<boolean> {
  const { channels } = await sharp(target ?? Buffer.from(picture, 'base64')).stats();
  return channels.every(({ stdev }) => stdev < 1);
}

const fit = (image: Sharp, side: number): Sharp =>
  image.resize(side, side, { fit: 'inside', withoutEnlargement: true });

type PictureSize = Pick<RenderedImage, 'width' | 'height'>;
type Picture = PictureSize & Pick<RenderedImage, 'picture'>;

async function finish(image: Sharp, target: string | null): Promise<Picture> {
  if (target !== null) {
    const { width, height } = await image.webp(webp).toFile(target);
    return { width, height };
  }
  const { data, info } = await image.webp(webp).toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, picture: data.toString('base64') };
}

async function renderStill(
  { opened, options, target, side }: OpenedImage,
  found: Metadata,
): Promise<Picture> {
  const { format, width, height } = found;
  const density = format === 'svg' ? { density: drawingDensity(side, width, height) } : {};
  const image = sharp(opened, { ...options, ...density }).autoOrient();
  return finish(fit(image, side), target);
}

/** Keeps the frames' times. Null means that the file is too large. */
async function renderFrames({
  opened,
  options,
  target,
  side,
  maxBytes,
}: OpenedImage): Promise<Picture | null> {
  const image = fit(sharp(opened, { ...options, animated: true }), side);
  const { data, info } = await image.webp(webp).toBuffer({ resolveWithObject: true });
  if (data.length > maxBytes) return null;
  const size = { width: info.width, height: info.pageHeight ?? info.height };
  if (target === null) return { ...size, picture: data.toString('base64') };
  await writeFile(target, data);
  return size;
}

async function renderHeic({ source, target, side }: ImageRequest, { icc }: Metadata): Promise<RenderedImage> {
  const { data, width, height } = await decodeHeic(source);
  const small = fit(sharp(data, { ...strict, raw: { width, height, channels: 4 } }), side);
  const image = icc ? sharp(await withProfile(small, icc), strict) : small;
  return { ...(await finish(image, target)), sourceDimensions: { width, height } };
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

/** libvips' errors are text only; those with a code are the machine's. WebAssembly that failed works no more. */
function refusalOf(error: unknown): ImageOutcome {
  if (error instanceof Error && ('code' in error || error.name === 'RuntimeError')) throw error;
  const cause = error instanceof Error ? error.message : '';
  // Says nothing about the image.
  if (/out of memory|unable to write|no space|file is missing/i.test(cause)) throw error;
  if (/pixel limit|too large|exceeds/i.test(cause)) return { refused: 'tooManyPixels', cause };
  return { refused: 'unreadable', cause };
}

/** Gives the path, or bytes in place of a file that libvips doesn't read. */
async function openImage(path: string): Promise<string | Buffer> {
  const head = headOf(path);
  if (isIcon(head)) return iconAsPng(path);
  return head.toString('latin1', 4) === SEQUENCE ? firstOfSequence(path) : path;
}

function headOf(path: string): Buffer {
  // Its process does nothing else.
  const head = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, HEAD_BYTES, 0);
  } finally {
    closeSync(file);
  }
  return head;
}

async function iconAsPng(path: string): Promise<Buffer> {
  const found = readIcon(readFileSync(path));
  if (Buffer.isBuffer(found)) return found;
  const { data, width, height } = found;
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** ISO/IEC 14496-12: the first box's length, its type, the main brand. */
const HEAD_BYTES = 12;
const SEQUENCE = 'ftypavis';
const IMAGE = 'ftypavif';

/** An animated AVIF as its first image: else libvips refuses it. */
function firstOfSequence(path: string): Buffer {
  const bytes = readFileSync(path);
  bytes.write(IMAGE, 4, 'latin1');
  return bytes;
}

/** Format: RGBA. */
interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** The prebuilt libvips reads its header but has no decoder (patented). */
const isHeic = ({ format, compression }: Metadata): boolean => format === 'heif' && compression === 'hevc';

/**
 * Turned already: EXIF orientation must not be applied.
 * @throws when the file is damaged
 */
async function decodeHeic(path: string): Promise<Pixels> {
  // 1.5 MB of WebAssembly.
  const { default: library } = await import('libheif-js/wasm-bundle.js');
  const images = new library.HeifDecoder().decode(await readFile(path));
  try {
    const image = images.find((each) => each.is_primary()) ?? images[0];
    if (!image) throw new Error('heif: no image');
    const width = image.get_width();
    const height = image.get_height();
    const { promise, resolve } = Promise.withResolvers<Pixels | null>();
    image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, resolve);
    const pixels = await promise;
    if (!pixels) throw new Error("heif: the image can't be decoded");
    return pixels;
  } finally {
    for (const image of images) image.free();
  }
}

const BEHIND_HEADER = 33;

/** libvips takes a profile from a file only. */
async function withProfile(picture: Sharp, profile: Uint8Array): Promise<Buffer> {
  const png = await picture.png({ compressionLevel: 1 }).toBuffer();
  const named = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(named.length - 4, 0);
  frame.writeUInt32BE(crc32(named), 4);
  const chunk = [frame.subarray(0, 4), named, frame.subarray(4)];
  return Buffer.concat([png.subarray(0, BEHIND_HEADER), ...chunk, png.subarray(BEHIND_HEADER)]);
}
