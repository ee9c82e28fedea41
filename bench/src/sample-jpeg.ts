import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A photo-like JPEG whose bytes no other one has. */
export const sampleJpeg = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(64 * 48 * 3), { raw: { width: 64, height: 48, channels: 3 } })
    .resize(width, height, { kernel: 'cubic' })
    .jpeg({ quality: 85 })
    .toBuffer();
