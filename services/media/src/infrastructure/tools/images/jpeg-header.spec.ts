import sharp, { type JpegOptions, type WriteableMetadata } from 'sharp';
import { expect, it } from 'vitest';
import { jpegHeader } from './jpeg-header.js';

const picture = (metadata: WriteableMetadata = {}, options: JpegOptions = {}, channels: 3 | 1 = 3) =>
  sharp({ create: { width: 70, height: 40, channels: 3, background: '#a40' } })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .withMetadata(metadata)
    .jpeg(options)
    .toBuffer();

it.each([
  ...Array.from({ length: 8 }, (_, n) => [`turned as ${n + 1}`, picture({ orientation: n + 1 })] as const),
  ['with more EXIF', picture({ exif: { IFD0: { Copyright: 'x'.repeat(9000) } }, orientation: 6 })],
  ['grey', picture({}, {}, 1)],
  [
    'without EXIF',
    sharp(await picture())
      .jpeg()
      .toBuffer(),
  ],
  ['with other tables', picture({}, { quality: 40, optimiseCoding: false, chromaSubsampling: '4:4:4' })],
] as const)('says the same as libvips of a plain JPEG %s', async (_, made) => {
  const bytes = await made;
  const said = jpegHeader(bytes);
  expect(said).not.toBeNull();
  expect(await sharp(bytes).metadata()).toMatchObject(said ?? {});
});

it('leaves to libvips what is progressive, cut off, or none', async () => {
  const plain = await picture({ orientation: 3 });
  expect(jpegHeader(await picture({}, { progressive: true }))).toBeNull();
  expect(jpegHeader(await sharp(plain).png().toBuffer())).toBeNull();
  const frame = plain.indexOf(Buffer.from([0xff, 0xc0]));
  for (let length = 0; length < frame + 10; length += 1)
    expect(jpegHeader(plain.subarray(0, length))).toBeNull();
});

it('throws on no bytes', async () => {
  const plain = await picture({ orientation: 8 });
  for (let at = 2; at < 300; at += 1)
    for (const byte of [0, 1, 0x7f, 0xff]) {
      const broken = Buffer.from(plain);
      broken[at] = byte;
      expect(() => jpegHeader(broken)).not.toThrow();
    }
});
