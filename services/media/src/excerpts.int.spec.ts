import type { BlobId } from '@skyshelf/contracts';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { makeOfBytes } from '../testing/make-of-bytes.js';
import { excerpt } from './kinds/excerpt.js';

afterAll(() => excerpt.tool.close?.());

/** How much of the picture is ink: none on a blank page, little where letters are too small to read. */
async function inkOf(bytes: Buffer | undefined): Promise<number> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  return data.filter((value) => value < 128).length / (info.width * info.height);
}

const csv = 'Day;Height;"Low ""water"""\n1;4,2;0,3\n2;4,5;0,2\n';
const utf16 = Buffer.from(`\ufeff${csv}`, 'utf16le');

it.each([
  [
    'a note',
    'text/plain',
    'Packing list\n\n- sun cream\n- two towels and a very long line that is wrapped\n',
  ],
  ['Markdown', 'text/markdown', '# Notes\n\nHigh water at noon.'],
  ['a program', 'text/x-typescript', 'export const a = [1 < 2 && "<svg>"];\n\tif (a) {\n'],
  ['a table', 'text/csv', csv],
  ['a table in UTF-16', 'text/csv', utf16],
  [
    'a note in GBK',
    'text/markdown',
    Buffer.from('b9baceefc7e5b5a5a3bac3e6b0fca1a2c5a3c4cca1a2b2e8a1a3bdf1ccecccecc6f8badcbac3a1a3', 'hex'),
  ],
  [
    'subtitles in KOI8',
    'application/x-subrip',
    Buffer.from('f0cfcbd5d0cbc93a20c8ccc5c22c20cdcfcccfcbcf2c20dec1ca2e0a', 'hex'),
  ],
  [
    'a table in Shift JIS',
    'text/csv',
    Buffer.from('96bc914f2c8f5a8f8a0a8e52936391be98592c938c8b9e93730a', 'hex'),
  ],
  ['one line of a megabyte', 'text/plain', 'x'.repeat(1_000_000)],
  ['one row of a megabyte', 'text/csv', '"a",b;'.repeat(170_000)],
  ['characters that XML forbids', 'text/plain', `${'<b>&lt;</svg> '.repeat(50)}\u0001\ufffe\ud800 ]]>`],
  ['marks on marks', 'text/plain', `a${'\u0301'.repeat(9000)} and some letters besides them`],
])('is drawn of %s, large enough to read', async (_, type, content) => {
  expect(excerpt.wants({ type, source: { blobId: 'b' as BlobId } })).toBe(true);
  const made = await makeOfBytes(excerpt, Buffer.from(content), undefined, type);
  if ('refused' in made) throw new Error(made.refused);
  expect(made.made).toMatchObject({ width: 480, height: 360 });
  expect(await inkOf(made.bytes)).toBeGreaterThan(0.002);
});

it.each([
  ['empty', '', 'The file is empty.'],
  ['white', ' \n\t\n', 'The file is empty.'],
  [
    'binary',
    Buffer.from(Array.from({ length: 5000 }, (_none, at) => (at * 7919) % 256)),
    'The file is not a text.',
  ],
])('is not drawn of a file that is %s', async (_, content, refused) =>
  expect(await makeOfBytes(excerpt, Buffer.from(content), undefined, 'text/plain')).toEqual({ refused }),
);
