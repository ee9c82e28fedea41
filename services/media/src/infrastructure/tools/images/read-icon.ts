/** Runs in the image child; libvips reads no icons. */
export interface IconPixels {
  /** Format: RGBA. */
  data: Buffer;
  width: number;
  height: number;
}

/** Reserved, type 1. */
const SIGNATURE = '\0\0\x01\0';
const PNG = '\x89PNG';
const ENTRY_BYTES = 16;
const HEAD_BYTES = 6;
/** Windows draws 256 at most; more is no icon. */
const MOST_SIDE = 4096;

export const isIcon = (head: Buffer): boolean => head.toString('latin1', 0, 4) === SIGNATURE;

/**
 * The largest image, of several the one with most colours: a PNG, or the pixels of a bitmap
 * (https://en.wikipedia.org/wiki/ICO_(file_format)).
 * @throws when it is damaged
 */
export function readIcon(file: Buffer): Buffer | IconPixels {
  if (file.length < HEAD_BYTES) throw new Error('icon: it is cut off');
  const count = file.readUInt16LE(4);
  const entries = Array.from({ length: count }, (_, n) => HEAD_BYTES + n * ENTRY_BYTES)
    .filter((at) => at + ENTRY_BYTES <= file.length)
    .map((at) => ({
      area: (file[at] || 256) * (file[at + 1] || 256),
      bits: file.readUInt16LE(at + 6),
      offset: file.readUInt32LE(at + 12),
    }))
    .filter(({ offset }) => offset + 40 <= file.length)
    .toSorted((a, b) => b.area - a.area || b.bits - a.bits);
  const [best] = entries;
  if (!best) throw new Error('icon: there is no image');
  const image = file.subarray(best.offset);
  return image.toString('latin1', 0, 4) === PNG ? image : bitmapOf(image);
}

/** A device independent bitmap, its rows from the bottom, with a mask of one bit behind it. */
function bitmapOf(image: Buffer): IconPixels {
  const header = image.readUInt32LE(0);
  const width = image.readInt32LE(4);
  const height = Math.abs(image.readInt32LE(8)) / 2;
  const bits = image.readUInt16LE(14);
  if (!(width > 0 && width <= MOST_SIDE && height >= 1 && height <= MOST_SIDE))
    throw new Error('icon: it has no size');
  const colours = bits <= 8 ? image.readUInt32LE(32) || 2 ** bits : 0;
  const colourAt = readers[bits];
  if (!colourAt) throw new Error(`icon: ${bits} bits a pixel`);
  const rows = image.subarray(header + colours * 4);
  const palette = image.subarray(header);
  const rowBytes = stride(width * bits);
  const mask = rows.subarray(rowBytes * height);
  if (rows.length < rowBytes * height) throw new Error('icon: it is cut off');
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const row = rows.subarray((height - 1 - y) * rowBytes);
    const hidden = mask.subarray((height - 1 - y) * stride(width));
    for (let x = 0; x < width; x += 1) {
      const [blue = 0, green = 0, red = 0, alpha = 255] = colourAt(row, x, palette);
      const isHidden = bits < 32 && ((hidden[x >> 3] ?? 0) >> (7 - (x & 7))) & 1;
      data.set([red, green, blue, isHidden ? 0 : alpha], (y * width + x) * 4);
    }
  }
  if (bits === 32) showUnlessTransparent(data);
  return { data, width, height };
}

const stride = (bits: number): number => Math.ceil(bits / 32) * 4;

/** It gives blue, green, red and perhaps alpha. */
type ReadColour = (row: Buffer, x: number, palette: Buffer) => ArrayLike<number> & Iterable<number>;

const paletted =
  (bits: number): ReadColour =>
  (row, x, palette) => {
    const index = ((row[(x * bits) >> 3] ?? 0) >> (8 - bits - ((x * bits) & 7))) & (2 ** bits - 1);
    return palette.subarray(index * 4, index * 4 + 3);
  };

const readers: Readonly<Record<number, ReadColour | undefined>> = {
  1: paletted(1),
  4: paletted(4),
  8: paletted(8),
  16: (row, x) => [0, 5, 10].map((shift) => (((row.readUInt16LE(x * 2) >> shift) & 31) * 255) / 31),
  24: (row, x) => row.subarray(x * 3, x * 3 + 3),
  32: (row, x) => row.subarray(x * 4, x * 4 + 4),
};

/** Old editors leave alpha empty. */
function showUnlessTransparent(data: Buffer): void {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return;
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
}
