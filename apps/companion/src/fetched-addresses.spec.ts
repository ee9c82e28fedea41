import { expect, it } from 'vitest';
import { announcedName } from './fetched-addresses.js';

it.each([
  [undefined, null],
  ['inline', null],
  ['attachment; filename=plain.pdf', 'plain.pdf'],
  ['attachment; filename="two words.pdf"', 'two words.pdf'],
  ['attachment; filename="a \\"quoted\\" one.pdf"', 'a "quoted" one.pdf'],
  ['attachment; filename="x.bin"; filename*=UTF-8\'\'%C3%9Cbersicht.pdf', 'Übersicht.pdf'],
  [`attachment; filename="${Buffer.from('Übersicht.pdf').toString('latin1')}"`, 'Übersicht.pdf'],
  ['attachment; filename="..\\\\..\\\\secret.pdf"', 'secret.pdf'],
  ['attachment; filename="/etc/passwd"', 'passwd'],
  ["attachment; filename*=UTF-8''%ZZ", null],
])('%s names %s', (header, name) => {
  expect(announcedName(header)).toBe(name);
});
