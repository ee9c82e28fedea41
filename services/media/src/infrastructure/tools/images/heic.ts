import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import type { Metadata, Sharp } from 'sharp';

/** RGBA. */
interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** The prebuilt libvips reads its header but has no decoder (patented). */
export const isHeic = ({ format, compression }: Metadata): boolean =>
  format === 'heif' && compression === 'hevc';

/**
 * Turned already: EXIF orientation must not be applied.
 * @throws when the file is damaged
 */
export async function decodeHeic(path: string): Promise<Pixels> {
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
    if (!pixels) throw new Error('heif: the image can’t be decoded');
    return pixels;
  } finally {
    for (const image of images) image.free();
  }
}

/** Signature and header of a PNG. */
const BEHIND_HEADER = 33;

/** libvips takes a profile from a file only. */
export async function withProfile(picture: Sharp, profile: Uint8Array): Promise<Buffer> {
  const png = await picture.png({ compressionLevel: 1 }).toBuffer();
  const named = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(named.length - 4, 0);
  frame.writeUInt32BE(crc32(named), 4);
  const chunk = [frame.subarray(0, 4), named, frame.subarray(4)];
  return Buffer.concat([png.subarray(0, BEHIND_HEADER), ...chunk, png.subarray(BEHIND_HEADER)]);
}
