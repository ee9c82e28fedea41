import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/**
 * A photo-like JPEG whose bytes no other one has.
 * @param detail how many patches of colour stand side by side
 */
export const sampleJpeg = (width: number, height: number, detail = 64): Promise<Buffer> =>
  sharp(randomBytes(detail * detail * 0.75 * 3), {
    raw: { width: detail, height: detail * 0.75, channels: 3 },
  })
    .resize(width, height, { kernel: 'cubic' })
    .jpeg({ quality: 85 })
    .toBuffer();
