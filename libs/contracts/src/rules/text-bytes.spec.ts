import { expect, it } from 'vitest';
import { looksLikeText } from './text-bytes.js';

const license = 'MIT License\n\nCopyright (c) Käthe\n';
const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const pattern = (length: number, factor: number): Buffer =>
  Buffer.from(Array.from({ length }, (_none, at) => (at * factor) % 256));

it.each([
  ['a license', Buffer.from(license), true],
  ['a license with a mark', Buffer.from(`\ufeff${license}`), true],
  ['in UTF-16', Buffer.from(`\ufeff${license}`, 'utf16le'), true],
  ['in UTF-16 without a mark', Buffer.from(license, 'utf16le').swap16(), true],
  ['in another encoding', Buffer.from(license.repeat(3), 'latin1'), true],
  ['coloured for a terminal', Buffer.from('\u001b[31mred\u001b[0m\n'), true],
  ['cut through a character', Buffer.from(`${license}ä`).subarray(0, -1), true],
  ['nothing', Buffer.of(), false],
  ['too little', Buffer.from('a'), false],
  ['bytes', pattern(5000, 7919), false],
  ['small numbers', pattern(512, 1).fill(0, 0, 40), false],
  ['bytes behind a mark of UTF-16', Buffer.concat([bytes('fffe'), pattern(600, 77)]), false],
  ['a few bytes', bytes('fafbfcfdfefffafbfcfd'), false],
])('says of %s whether it is text', (_, head, expected) => expect(looksLikeText(head)).toBe(expected));
