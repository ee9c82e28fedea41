import { fileType, isKnownType, plainType } from '@skyshelf/contracts/rules';
import { supportedMimeTypes } from 'file-type';
import { expect, it } from 'vitest';
import { inspectBytes } from './inspect-bytes.js';

it('gives no name that the table of file types lacks', () => {
  expect([...supportedMimeTypes].filter((type) => !isKnownType(plainType(type)))).toEqual([]);
});

it('gives films that a tile shows', () => {
  const films = [...supportedMimeTypes].filter((type) => type.startsWith('video/'));
  expect(films.filter((type) => fileType(plainType(type)).thumbnail !== 'video')).toEqual([]);
});

const typed = async (content: string | Buffer, declared: string): Promise<string> =>
  (await inspectBytes(Buffer.from(content), declared)).type;

it.each([
  ['a program in TypeScript', 'export const highWater = 4.2;\n', 'video/mp2t', 'text/plain'],
  [
    'one whose lines fall as packets of a film do',
    `G${'x'.repeat(187)}`.repeat(9),
    'video/mp2t',
    'text/plain',
  ],
  ['a Makefile', 'all: build\n\nbuild:\n\tcc a.c\n', '', 'text/plain'],
  ['a letter to BMW', 'BMW, Munich\nDear Sir or Madam\n', '', 'text/plain'],
  ['subtitles', '1\n00:00:01,000 --> 00:00:02,000\nHello\n', 'application/x-subrip', 'application/x-subrip'],
  ['a GBK text', Buffer.from('b9bacef9c7e5b5a5a3ba0a'.repeat(9), 'hex'), '', 'text/plain'],
  ['bytes', Buffer.from([1, 2, 3, 0, 255, 254, 7, 9]), 'video/mp2t', 'video/mp2t'],
])('%s is what its bytes are', async (_, content, declared, expected) =>
  expect(await typed(content, declared)).toBe(expected),
);
