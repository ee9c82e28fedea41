import { madeByFfmpeg } from '../ffmpeg-files.js';

const size = [600, 400];
const image = (name: string, args: readonly string[] = []) =>
  madeByFfmpeg(name, ['-i', '0.png', ...args], { size });
const broken = (make: () => Promise<Buffer>, at: number) => async () => {
  const bytes = await make();
  return bytes.subarray(0, bytes.length * at);
};
const jxl = image('a.jxl');

/** By name, what makes the bytes of an image that only ffmpeg reads. */
export const generatedFrames: Record<string, () => Promise<Buffer>> = {
  'plain.bmp': image('a.bmp'),
  'transparent.bmp': image('a.bmp', ['-pix_fmt', 'bgra']),
  'palette.bmp': image('a.bmp', [
    '-filter_complex',
    'split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none',
  ]),
  'of-16-bits.bmp': image('a.bmp', ['-pix_fmt', 'rgb565le']),
  'one-pixel.bmp': madeByFfmpeg('a.bmp', ['-i', '0.png'], { size: [1, 1] }),
  'plain.jxl': jxl,
  'lossless.jxl': image('a.jxl', ['-distance', '0']),
  'transparent.jxl': image('a.jxl', ['-pix_fmt', 'rgba']),
  'broken.jxl': broken(jxl, 0.1),
  'broken.bmp': broken(image('a.bmp'), 0.00005),
  'promises-100000.bmp': async () => {
    const bytes = Buffer.from(await image('a.bmp')());
    bytes.writeInt32LE(100_000, 18);
    bytes.writeInt32LE(100_000, 22);
    return bytes;
  },
  'list.bmp': async () => Buffer.from('#EXTM3U\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
  'text.jxl': async () => Buffer.from('no image at all'),
  'empty.bmp': async () => Buffer.alloc(0),
};
