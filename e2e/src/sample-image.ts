import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A picture that is like no other: coarse noise, so that it is small and each has its own bytes. */
export async function sampleImage(
  width: number,
  height: number,
  format: 'png' | 'jpeg' = 'png',
): Promise<Buffer> {
  const noise = sharp(randomBytes(16 * 12 * 3), { raw: { width: 16, height: 12, channels: 3 } }).resize(
    width,
    height,
    { kernel: 'cubic' },
  );
  return format === 'png'
    ? noise.png({ compressionLevel: 1 }).toBuffer()
    : noise.jpeg({ quality: 85 }).toBuffer();
}
