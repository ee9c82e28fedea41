import { expect, it } from 'vitest';
import { isIcon, readIcon } from './read-icon.js';

interface Entry {
  side: number;
  bits: number;
  image: Buffer;
}

function icon(...entries: Entry[]): Buffer {
  const head = Buffer.alloc(6 + entries.length * 16);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(entries.length, 4);
  let offset = head.length;
  entries.forEach(({ side, bits, image }, n) => {
    const at = 6 + n * 16;
    head.set([side % 256, side % 256], at);
    head.writeUInt16LE(bits, at + 6);
    head.writeUInt32LE(image.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += image.length;
  });
  return Buffer.concat([head, ...entries.map(({ image }) => image)]);
}

/** Encodes 2 × 2 pixels; rows are listed from the bottom, then the mask, each of four bytes or a multiple. */
function bitmap(bits: number, rows: readonly number[], mask = [0, 0, 0, 0, 0, 0, 0, 0], colours = 0): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(2, 4);
  header.writeInt32LE(4, 8);
  header.writeUInt16LE(bits, 14);
  header.writeUInt32LE(colours, 32);
  return Buffer.concat([header, Buffer.from(rows), Buffer.from(mask)]);
}
const of = (bits: number, image: Buffer) => icon({ side: 2, bits, image });

const [red, green, blue, white, none] = ['ff0000ff', '00ff00ff', '0000ffff', 'ffffffff', 'ff000000'];
/** By row from the top: red, green, blue, white; the first may be hidden. */
const shown = (file: Buffer) => {
  const found = readIcon(file);
  if (Buffer.isBuffer(found)) return found.toString('latin1');
  return found.data.toString('hex').match(/.{8}/g);
};

const palette = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0];
const of24 = [255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0];
const of32 = [255, 0, 0, 255, 255, 255, 255, 255, 0, 0, 255, 255, 0, 255, 0, 255];
const hidesFirst = [0, 0, 0, 0, 0x80, 0, 0, 0];

it.each([
  ['32 bits', of(32, bitmap(32, of32)), [red, green, blue, white]],
  [
    '32 bits whose alpha is empty',
    of(
      32,
      bitmap(
        32,
        of32.map((each, n) => (n % 4 === 3 ? 0 : each)),
      ),
    ),
    [red, green, blue, white],
  ],
  ['24 bits with a mask', of(24, bitmap(24, of24, hidesFirst)), [none, green, blue, white]],
  ['16 bits', of(16, bitmap(16, [0x1f, 0, 0xff, 0x7f, 0, 0x7c, 0xe0, 3])), [red, green, blue, white]],
  ['8 bits', of(8, bitmap(8, [...palette, 2, 3, 0, 0, 0, 1, 0, 0], undefined, 4)), [red, green, blue, white]],
  [
    'a bit',
    of(1, bitmap(1, [...palette.slice(0, 8), 0x40, 0, 0, 0, 0x80, 0, 0, 0])),
    [green, red, red, green],
  ],
])('a bitmap of %s a pixel is read', (_, file, pixels) => {
  expect(isIcon(file)).toBe(true);
  expect(shown(file)).toEqual(pixels);
});

it('is the largest image, of several the one with most colours', () => {
  const png = Buffer.from('\x89PNG, 40 bytes of it or more, as all are in truth', 'latin1');
  const small = { side: 2, bits: 32, image: bitmap(32, of32) };
  expect(shown(icon(small, { side: 256, bits: 32, image: png }))).toContain('PNG');
  expect(shown(icon({ ...small, bits: 1, image: png }, small))).toEqual([red, green, blue, white]);
});

it.each([
  ['no image', icon()],
  ['only its beginning', of(32, bitmap(32, of32)).subarray(0, 70)],
  ['half of a bitmap', of(32, bitmap(32, of32.slice(0, 4), []))],
  ['colours that no one knows', of(7, bitmap(7, of32))],
  ['hardly a head', Buffer.from([0, 0, 1, 0, 9])],
])('is damaged with %s', (_, file) => {
  expect(() => readIcon(file)).toThrow(/^icon: /);
});
