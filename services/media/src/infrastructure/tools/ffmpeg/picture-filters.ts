import { typed } from '../run-tool.js';
import type { VideoStream } from './probe.js';

export interface PictureSize {
  width: number;
  height: number;
}

/** Never enlarges the picture. */
export function fitted({ width, height }: PictureSize, box: PictureSize): PictureSize {
  const scale = Math.min(1, box.width / width, box.height / height);
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

/** H.264 takes no odd ones. */
export const evenSize = ({ width, height }: PictureSize): PictureSize => ({
  width: Math.max(2, 2 * Math.round(width / 2)),
  height: Math.max(2, 2 * Math.round(height / 2)),
});

/** Curves of brightness that common screens don't show. */
const HDR = ['smpte2084', 'arib-std-b67'];

/** Scales to square pixels, and HDR to the range of common screens. ffmpeg itself rotates the picture before. */
export function scaledTo({ width, height }: PictureSize, { transfer }: VideoStream): string {
  const scaled = `scale=${width}:${height}:flags=bicubic,setsar=1`;
  return transfer !== null && HDR.includes(transfer) ? `${scaled},${toneMapped(transfer)}` : scaled;
}

const toneMapped = (transfer: string): string =>
  [
    // A colour for each pixel: a side may be odd.
    'format=yuv444p10',
    `zscale=tin=${transfer}:min=2020_ncl:pin=2020:rin=limited:t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=t=709:m=709:r=limited',
    'format=yuv444p',
  ].join(',');

/** One webp picture; RGB, so that colours are converted by what the film says of them. */
export const asWebp = (quality: number): string[] =>
  typed(
    `-frames:v 1 -c:v libwebp -pix_fmt bgra -quality ${quality} -compression_level 2 -f image2 -update 1`,
  );
