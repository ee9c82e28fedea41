import sharp, { type Sharp } from 'sharp';
import { manyFrames, promisingPng, slowDrawing } from '../../hostile-images.js';
import { animatedPng } from './animated-png.js';
import { cutImages } from './cut-images.js';
import { quarters } from './quarters.js';
import { tiffOfPages } from './tiff-of-pages.js';

const picture = () => quarters(600, 400);

/** A JPEG stored so that this EXIF orientation shows it upright. See CIPA DC-008, 4.6.5. */
async function stored(orientation: number): Promise<Buffer> {
  const turns = [0, 0, 0, 180, 0, 270, 270, 270, 90];
  const mirrored = [2, 4, 5, 7].includes(orientation);
  const flat = await picture().png().toBuffer();
  const undone = { 2: 0, 4: 180, 5: 270, 7: 90 }[orientation] ?? turns[orientation] ?? 0;
  const turned = await sharp(mirrored ? await sharp(flat).flop().toBuffer() : flat)
    .rotate(undone)
    .toBuffer();
  return sharp(turned).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
}

async function animation(frames: number, width: number, height: number, format: 'gif' | 'webp') {
  const each = await Promise.all(
    Array.from({ length: frames }, (_, n) => quarters(width, height, n).png().toBuffer()),
  );
  return sharp(each, { join: { animated: true } })
    .toFormat(format, { delay: Array.from({ length: frames }, () => 100), effort: 1 })
    .toBuffer();
}

/** A bitmap of 32 bits, its rows from the bottom. */
async function icon(width: number, height: number): Promise<Buffer> {
  const rows = await quarters(width, height).flip().ensureAlpha().raw().toBuffer();
  for (let at = 0; at < rows.length; at += 4)
    rows.set([rows[at + 2] ?? 0, rows[at + 1] ?? 0, rows[at] ?? 0], at);
  const head = Buffer.alloc(62);
  head.set([0, 0, 1, 0, 1, 0, width, height]);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(22, 18);
  head.writeUInt32LE(40, 22);
  head.writeInt32LE(width, 26);
  head.writeInt32LE(2 * height, 30);
  head.writeUInt16LE(32, 36);
  return Buffer.concat([head, rows]);
}

const drawing = (inside: string, size = 'width="600" height="400"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 600 400" ${size}>${inside}</svg>`,
  );
const drawnQuarters = ['rgb(200,40,40)', 'rgb(40,160,60)', 'rgb(40,70,200)', 'rgb(230,200,40)']
  .map(
    (fill, n) =>
      `<rect x="${(n % 2) * 300}" y="${n < 2 ? 0 : 200}" width="300" height="200" fill="${fill}"/>`,
  )
  .join('');

/** The text has its byte order mark. */
function inEncoding(encoding: string): Buffer {
  const text = `\ufeff<?xml version="1.0" encoding="${encoding}"?>${drawing(drawnQuarters)}`;
  if (encoding === 'utf-8') return Buffer.from(text);
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

const thumbnailFirst = (options?: { isBig?: boolean; isLittle?: boolean }, isReduced = true) =>
  tiffOfPages([{ picture: quarters(60, 40, 1), isReduced }, { picture: picture() }], options);

const jpeg = (image: Sharp = picture()) => image.jpeg({ quality: 95 }).toBuffer();
const cmyk = () => picture().toColourspace('cmyk').withIccProfile('cmyk');

/** By name, what makes the bytes of the image. */
export const generatedImages: Record<string, () => Buffer | Promise<Buffer>> = {
  'plain.jpg': () => jpeg(),
  ...cutImages(picture),
  'progressive.jpg': () => picture().jpeg({ quality: 95, progressive: true }).toBuffer(),
  'grey.jpg': () => jpeg(picture().greyscale()),
  'of-47-megapixels.jpg': () => jpeg(picture().resize(8400, 5600, { kernel: 'nearest' })),
  'cmyk.jpg': () => cmyk().jpeg({ quality: 95 }).toBuffer(),
  'display-p3.jpg': () => jpeg(picture().withIccProfile('p3')),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`exif-${n}.jpg`, () => stored(n)])),
  'one-pixel.jpg': () => jpeg(quarters(1, 1)),
  'plain.png': () => picture().png().toBuffer(),
  'palette.png': () => picture().png({ palette: true, colours: 8 }).toBuffer(),
  'interlaced.png': () => picture().png({ progressive: true }).toBuffer(),
  '16-bit.png': () => picture().toColourspace('rgb16').png().toBuffer(),
  'transparent.png': () => picture().ensureAlpha().png().toBuffer(),
  'one-pixel.png': () => quarters(1, 1).png().toBuffer(),
  'animated.png': async () =>
    animatedPng(await Promise.all([0, 1].map((shift) => quarters(600, 400, shift).png().toBuffer()))),
  'promises-30000.png': () => promisingPng(30_000),
  'plain.gif': () => picture().gif().toBuffer(),
  'animated.gif': () => animation(5, 600, 400, 'gif'),
  'of-101-frames.gif': () => manyFrames(101),
  'of-large-frames.gif': () => animation(16, 2400, 1600, 'gif'),
  'plain.ico': () => icon(120, 80),
  'plain.webp': () => picture().webp({ quality: 95 }).toBuffer(),
  'animated.webp': () => animation(4, 600, 400, 'webp'),
  'plain.tiff': () => picture().tiff({ compression: 'lzw' }).toBuffer(),
  'cmyk.tiff': () => cmyk().tiff({ compression: 'lzw' }).toBuffer(),
  '16-bit.tiff': () => picture().toColourspace('rgb16').tiff({ compression: 'deflate' }).toBuffer(),
  'turned.tiff': async () =>
    sharp(await picture().rotate(270).png().toBuffer())
      .withMetadata({ orientation: 6 })
      .tiff()
      .toBuffer(),
  'pages.tiff': async () =>
    sharp(await Promise.all([0, 1, 2].map((shift) => quarters(600, 400, shift).png().toBuffer())), {
      join: { animated: true },
    })
      .tiff({ compression: 'lzw' })
      .toBuffer(),
  'thumbnail-first.tiff': () => thumbnailFirst(),
  'thumbnail-first-of-a-mac.tiff': () => thumbnailFirst({ isLittle: false }),
  'thumbnail-first-in-a-large.tiff': () => thumbnailFirst({ isBig: true }),
  'thumbnail-first-unsaid.tiff': () => thumbnailFirst({}, false),
  'thumbnail-last.tiff': () =>
    tiffOfPages([{ picture: picture() }, { picture: quarters(60, 40, 1), isReduced: true }]),
  'tiled.tiff': () => picture().tiff({ tile: true, compression: 'jpeg', quality: 95 }).toBuffer(),
  'plain.avif': () => picture().avif({ quality: 80, effort: 0 }).toBuffer(),
  'drawing.svg': () => drawing(drawnQuarters),
  'small-drawing.svg': () => drawing(drawnQuarters, 'width="60" height="40"'),
  'with-script.svg': () =>
    drawing(
      `${drawnQuarters}<script>while (true) {}</script><image href="http://127.0.0.1:9/x.png" width="9" height="9"/>`,
    ),
  'reads-files.svg': () =>
    drawing(`${drawnQuarters}<image xlink:href="file:///etc/hostname" width="600" height="400"/>`),
  'with-1000-filters.svg': () => slowDrawing(),
  ...Object.fromEntries(
    ['utf-8', 'utf-16le', 'utf-16be'].map((encoding) => [`${encoding}.svg`, () => inEncoding(encoding)]),
  ),
  'late-root.svg': () => Buffer.from(`<!-- ${'Drawn by hand. '.repeat(200)} -->${drawing(drawnQuarters)}`),
  'late-root-with-entities.svg': () =>
    Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY all "${drawnQuarters.replaceAll('"', "'")}">` +
        `<!-- ${'-'.repeat(2000).replaceAll('--', '- ')} -->]>${drawing('&all;')}`,
    ),
  'text.jpg': () => Buffer.from('no image at all'),
  'empty.png': () => Buffer.alloc(0),
};
