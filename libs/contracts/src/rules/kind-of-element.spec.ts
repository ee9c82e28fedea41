import { describe, expect, it } from 'vitest';
import { linkKinds } from './link-kinds.js';
import { compareKinds, shownKindOf, usageClassOf } from './kind-of-element.js';

describe('the kind of an element', () => {
  it.each([
    ['folder', null, 'folder'],
    ['website', null, 'website'],
    ['image/jpeg', 'jpg', 'image'],
    ['application/octet-stream', 'py', 'code'],
    ['text/plain', null, 'text'],
    ['application/octet-stream', 'bin', 'file'],
  ])('%s with extension %s is shown as %s', (kind, extension, shown) =>
    expect(shownKindOf({ kind, extension })).toBe(shown),
  );
  it('is that of a website for every kind of link', () => {
    for (const { name } of linkKinds) expect(shownKindOf({ kind: name, extension: null })).toBe('website');
  });
});

it('sorts related kinds together, in them by extension', () => {
  const shuffled = ['website', 'file x', 'image png', 'folder', 'image jpg', 'word docx', 'word doc'];
  const types: Record<string, string> = {
    file: 'application/octet-stream',
    image: 'image/png',
    word: 'application/msword',
  };
  const elements = shuffled.map((each) => {
    const [kind = '', extension = null] = each.split(' ');
    return { each, kind: types[kind] ?? kind, extension };
  });
  expect(elements.toSorted(compareKinds).map(({ each }) => each)).toEqual([
    'folder',
    'image jpg',
    'image png',
    'word doc',
    'word docx',
    'website',
    'file x',
  ]);
});

describe('the account page counts', () => {
  it.each([
    ['image/png', 'Images'],
    ['image/x-unheard-of', 'Images'],
    ['video/mp4', 'Videos'],
    ['audio/mpeg', 'Music'],
    ['website', 'Links'],
    ['viewkeyvideo', 'Links'],
    ['embedframevideo', 'Links'],
    ['youtube', 'Youtube'],
    ['application/pdf', 'Documents'],
    ['text/csv', 'Documents'],
    ['application/epub+zip', 'Documents'],
    ['application/vnd.oasis.opendocument.text', 'Documents'],
    ['application/vnd.oasis.opendocument.chart', 'Documents'],
    ['application/vnd.ms-excel.sheet.macroenabled.12', 'Documents'],
    ['application/zip', 'Other'],
    ['application/octet-stream', 'Other'],
    ['folder', 'Other'],
  ])('%s as %s', (kind, usageClass) => expect(usageClassOf(kind)).toBe(usageClass));

  it('every kind of link among the links', () => {
    for (const { name } of linkKinds) expect(['Links', 'Youtube']).toContain(usageClassOf(name));
  });
});
