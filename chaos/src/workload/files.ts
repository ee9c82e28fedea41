import sharp from 'sharp';
import type { SeededRandom } from '../seeded-random.js';
import { freshName, type Actor } from './elements.js';
import type { FileInHand } from './uploads.js';

/** Just above what one request may carry. */
const IN_PARTS_BYTES = 8 * 1024 * 1024 + 20_000;

/** A file of random bytes, or a picture of random pixels. */
export async function someFile(actor: Actor, picturePercent: number): Promise<FileInHand> {
  const { random } = actor;
  if (!random.percent(picturePercent)) {
    const bytes = randomBytes(random, random.between(1, 40_000));
    return { name: `${freshName(actor, 'file')}.bin`, type: 'application/octet-stream', bytes, image: false };
  }
  return {
    name: `${freshName(actor, 'photo')}.png`,
    type: 'image/png',
    bytes: await picture(random),
    image: true,
  };
}

export function largeFile(actor: Actor): FileInHand {
  const bytes = randomBytes(actor.random, IN_PARTS_BYTES);
  return { name: `${freshName(actor, 'large')}.bin`, type: 'application/octet-stream', bytes, image: false };
}

/** A block of chance, repeated, with its place in each copy: no two blocks are equal. */
function randomBytes(random: SeededRandom, size: number): Buffer {
  const block = Buffer.alloc(Math.min(size, 4096));
  for (let at = 0; at + 4 <= block.length; at += 4)
    block.writeUInt32LE(Math.floor(random.next() * 2 ** 32), at);
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += block.length) {
    block.copy(bytes, at);
    if (at + 4 <= size) bytes.writeUInt32LE(at, at);
  }
  return bytes;
}

/** Large enough for its thumbnail to take a moment, small enough to be quick to make. */
async function picture(random: SeededRandom): Promise<Buffer> {
  const width = random.between(300, 700);
  const height = random.between(200, 500);
  const background = { r: random.between(0, 255), g: random.between(0, 255), b: random.between(0, 255) };
  return sharp({ create: { width, height, channels: 3, background } })
    .withMetadata({ exif: { IFD0: { ImageDescription: random.hex(8) } } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
