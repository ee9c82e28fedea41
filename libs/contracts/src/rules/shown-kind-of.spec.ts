import { describe, expect, it } from 'vitest';
import { linkKinds } from './link-kinds.js';
import { compareKinds, shownKindOf } from './shown-kind-of.js';

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
