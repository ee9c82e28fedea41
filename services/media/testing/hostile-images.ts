import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** 34 KB that keep librsvg busy for hours: a thousand filters, each over all pixels. */
export function slowDrawing(): Buffer {
  const filters = '<feMorphology radius="100 100"/>'.repeat(1000);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><filter id="f" x="0" y="0" width="1" height="1">${filters}</filter><rect width="400" height="400" filter="url(#f)"/></svg>`,
  );
}

/** A PNG whose header promises more pixels than any memory holds. */
export async function promisingPng(side: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** A GIF of so many frames, and without an end where `open`. */
export async function manyFrames(frames: number, { open = false } = {}): Promise<Buffer> {
  const gif = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'teal' } })
    .gif()
    .toBuffer();
  const begin = gif.indexOf(Buffer.from([0x21, 0xf9]));
  const frame = gif.subarray(begin, gif.length - 1);
  const all = Buffer.alloc(frames * frame.length, frame);
  return Buffer.concat([gif.subarray(0, begin), all, ...(open ? [] : [Buffer.from([0x3b])])]);
}
