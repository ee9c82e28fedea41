import { describe, expect, it } from 'vitest';
import { fileFamilies, fileTypeGroups } from './file-types.data.js';
import { fileType, hasImageThumbnail, isRaster, mayShowInline, shownFileType } from './file-types.js';

const rows = fileTypeGroups.flatMap(({ types }) => types);
const twice = (all: readonly string[]) => all.filter((each, index) => all.indexOf(each) !== index);

describe('the table of file types', () => {
  it('has each type, alias and extension once', () => {
    expect(
      twice(rows.flatMap(({ type, aliases = '' }) => [type, ...aliases.split(' ')]).filter(Boolean)),
    ).toEqual([]);
    expect(twice(rows.flatMap(({ extensions = '' }) => extensions.split(' ')).filter(Boolean))).toEqual([]);
  });
  it('has extensions in lower case, without a dot', () => {
    for (const { extensions = 'x' } of rows) expect(extensions).toMatch(/^[a-z0-9]+(?: [a-z0-9]+)*$/);
  });
  it('converts only what then has a viewer', () => {
    for (const { viewer, conversion } of [...rows.map(({ type }) => fileType(type)), ...fileFamilies])
      if (viewer === null) expect(conversion).toBeNull();
  });
});

it.each([
  ['image/jpeg', true],
  ['image/gif', true],
  ['IMAGE/PJPEG', true],
  ['image/vnd.microsoft.icon', true],
  ['video/mp4', true],
  ['video/x-unheard-of', true],
  ['audio/mpeg', true],
  ['image/svg+xml', false],
  ['image/x-unheard-of', false],
  ['image/vnd.adobe.photoshop', false],
  ['text/html', false],
  ['application/pdf', false],
  ['text/plain', false],
  ['application/xml', false],
  ['application/octet-stream', false],
  ['video/x+xml', false],
  ['__proto__', false],
])('shows %s in place: %s', (type, expected) => expect(mayShowInline(type)).toBe(expected));

it.each([
  ['image/jpg', true],
  ['image/tiff', true],
  ['image/heic', true],
  ['image/svg+xml', false],
  ['video/mp4', false],
])('counts the pixels of %s: %s', (type, expected) => expect(isRaster(type)).toBe(expected));

it.each([
  ['image/jpg', true],
  ['image/svg+xml', true],
  ['image/tiff', true],
  ['image/bmp', false],
  ['image/heic', true],
  ['video/mp4', false],
  ['application/pdf', false],
])('makes a thumbnail of the picture in %s: %s', (type, expected) =>
  expect(hasImageThumbnail(type)).toBe(expected),
);

describe('a file is shown as', () => {
  it.each([
    ['image/jpeg', 'jpg', 'image', 'image'],
    ['image/x-unheard-of', null, 'image', 'image'],
    ['video/quicktime', 'mov', 'video', 'video'],
    ['video/x-mpegURL', 'm3u8', 'video', null],
    ['audio/x-mpegurl', 'm3u8', 'video', null],
    ['application/vnd.apple.mpegurl', null, 'video', null],
    ['application/octet-stream', 'm3u', 'video', null],
    ['audio/mp3', 'mp3', 'audio', 'audio'],
    ['application/pdf', 'pdf', 'pdf', 'pdf'],
    ['application/vnd.ms-word.document.macroenabled.12', 'docm', 'word', 'pdf'],
    ['text/csv', 'csv', 'excel', 'table'],
    ['application/epub+zip', 'epub', 'text', null],
    ['text/markdown', 'md', 'text', 'markdown'],
    ['application/zip', 'zip', 'archive', null],
    ['text/plain', 'log', 'text', 'pdf'],
    // Text is text, whatever it is called.
    ['text/plain', null, 'text', 'code'],
    ['text/plain', 'license', 'text', 'code'],
    ['text/plain', 'ts', 'code', 'code'],
    ['text/plain', 'srt', 'text', 'code'],
    ['text/plain', 'mp4', 'text', 'code'],
    ['text/plain', 'svg', 'image', 'image'],
    ['video/x-m4v', 'm4v', 'video', 'video'],
    // What says little is read by the extension.
    ['text/plain', 'py', 'code', 'code'],
    ['text/x-unheard-of', 'toml', 'code', 'code'],
    ['application/octet-stream', 'docx', 'word', 'pdf'],
    ['application/x-unheard-of', 'zip', 'archive', null],
    // What says something is not.
    ['image/png', 'pdf', 'image', 'image'],
    ['application/octet-stream', 'bin', 'file', null],
    ['', null, 'file', null],
  ])('%s with extension %s is a %s with viewer %s', (type, extension, kind, viewer) =>
    expect(shownFileType(type, extension)).toMatchObject({ kind, viewer }),
  );
});
