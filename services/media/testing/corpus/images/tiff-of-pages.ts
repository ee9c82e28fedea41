import type { Sharp } from 'sharp';

interface Page {
  picture: Sharp;
  /** The page is a smaller copy of another one (tag 254). */
  isReduced?: boolean;
}

/**
 * Writes uncompressed RGB (TIFF 6.0, section 2); BigTIFF has numbers of 8 bytes. See TIFF 6.0, section 2; BigTIFF has
 * numbers of 8 bytes.
 */
export async function tiffOfPages(
  pages: readonly Page[],
  { isBig = false, isLittle = true } = {},
): Promise<Buffer> {
  const size = isBig ? 8 : 4;
  const number = (value: number, bytes: number): Buffer => {
    const written = Buffer.alloc(bytes);
    for (let n = 0; n < Math.min(bytes, 4); n += 1)
      written[isLittle ? n : bytes - 1 - n] = (value >>> (8 * n)) & 255;
    return written;
  };
  const mark = Buffer.from(isLittle ? 'II' : 'MM');
  const head = isBig ? [number(43, 2), number(8, 2), number(0, 2)] : [number(42, 2)];
  let file = Buffer.concat([mark, ...head]);
  for (const { picture, isReduced = false } of pages) {
    const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const entries = [
      [254, Number(isReduced)],
      [256, info.width],
      [257, info.height],
      [258, 8],
      [262, 2],
      [273, file.length + size],
      [277, 3],
      [278, info.height],
      [279, data.length],
    ];
    const table = entries.map(([tag = 0, value = 0]) =>
      Buffer.concat([number(tag, 2), number(4, 2), number(1, size), number(value, size)]),
    );
    const next = number(file.length + size + data.length, size);
    file = Buffer.concat([file, next, data, number(entries.length, isBig ? 8 : 2), ...table]);
  }
  return Buffer.concat([file, number(0, size)]);
}
