import type { VideoStream } from './probe.js';

export interface PictureSize {
  width: number;
  height: number;
}

/** The size of a picture that is made as large as fits in a box, never larger than it is. */
export function fitted({ width, height }: PictureSize, box: PictureSize): PictureSize {
  const scale = Math.min(1, box.width / width, box.height / height);
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

/** Sides that H.264 can take. */
export const evenSize = ({ width, height }: PictureSize): PictureSize => ({
  width: Math.max(2, 2 * Math.round(width / 2)),
  height: Math.max(2, 2 * Math.round(height / 2)),
});

/** Curves of brightness that common screens don't show. */
const HDR = ['smpte2084', 'arib-std-b67'];

/** Brings pictures to a size, with square pixels, and those of HDR to the range of common screens. They are turned before, by ffmpeg itself. */
export function scaledTo({ width, height }: PictureSize, { transfer }: VideoStream): string {
  const scaled = `scale=${width}:${height}:flags=bicubic,setsar=1`;
  return transfer !== null && HDR.includes(transfer) ? `${scaled},${toneMapped(transfer)}` : scaled;
}

const toneMapped = (transfer: string): string =>
  [
    // With a colour for each pixel, since the side of such a picture may be odd.
    'format=yuv444p10',
    `zscale=tin=${transfer}:min=2020_ncl:pin=2020:rin=limited:t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=t=709:m=709:r=limited',
    'format=yuv444p',
  ].join(',');

/** How an output becomes one webp picture; RGB, so that the colours are converted by what the film says of them. */
export const asWebp = (quality: number): string[] => [
  ...['-frames:v', '1', '-c:v', 'libwebp', '-pix_fmt', 'bgra'],
  ...['-quality', String(quality), '-compression_level', '2', '-f', 'image2', '-update', '1'],
];
