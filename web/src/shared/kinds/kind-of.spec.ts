import '../../../testing/page-globals.js';
import { expect, it } from 'vitest';
import { element, file, link } from '../../../testing/element.js';
import { kindIconOf, kindIcons } from './kind-icons.js';
import { kindOf } from './kind-of.js';
import { monogramOf } from './link-pictures.js';

it.each([
  ['a folder', element(), 'folder'],
  ['a website', link('x', 'https://x.org'), 'website'],
  ['a photo', file('a.jpg', { linktype: 'image/jpeg' }), 'image'],
  ['a film', file('a.mov', { linktype: 'video/quicktime' }), 'video'],
  ['a song', file('a.mp3', { linktype: 'audio/mpeg' }), 'audio'],
  ['a PDF', file('a.pdf', { linktype: 'application/pdf' }), 'pdf'],
  [
    'a letter',
    file('a.docx', { linktype: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' }),
    'word',
  ],
  [
    'a table',
    file('a.xlsx', { linktype: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }),
    'excel',
  ],
  [
    'slides',
    file('a.pptx', { linktype: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' }),
    'powerpoint',
  ],
  ['an archive', file('a.zip', { linktype: 'application/zip' }), 'archive'],
  ['source text', file('a.py'), 'code'],
  ['a note', file('a.md', { linktype: 'text/markdown' }), 'text'],
  ['text without extension', file('README', { linktype: 'text/plain', extension: null }), 'text'],
  ['anything else', file('a.bin'), 'file'],
] as const)('shows %s as one', (_, one, kind) => expect(kindOf(one)).toBe(kind));

it.each([
  ['pdf', 'application/pdf', ['pdf']],
  ['powerpoint', 'application/vnd.ms-powerpoint', ['ppt', 'pptx']],
  ['excel', 'application/vnd.ms-excel', ['xls', 'xlsx']],
  ['word', 'application/msword', ['doc', 'docx']],
  ['text', 'text/plain', ['log']],
] as const)('has an icon for %s [F9.5]', (icon, linktype, extensions) => {
  for (const extension of extensions)
    expect(kindIconOf(file(`a.${extension}`, { linktype }))).toBe(kindIcons[icon]);
});

it('has another icon for each kind', () => {
  const icons = Object.values(kindIcons);
  expect(new Set(icons).size).toBe(icons.length);
});

it('stands for a website by the first letter of its host, always in the same colour', () => {
  expect(monogramOf('https://www.example.org/a', 'Name').letter).toBe('E');
  expect(monogramOf('https://example.org/b', 'Other')).toEqual(monogramOf('http://www.example.org', 'Name'));
  expect(monogramOf('no address', 'ölkanne').letter).toBe('Ö');
});
