import { describe, expect, it } from 'vitest';
import { element, file } from '../../../../testing/element.js';
import { cleanName, cleanStem, nameKey, nameProblem, splitFileName } from './rules.js';

describe('names of folders and links', () => {
  it.each([
    ['  Trip   to  Lisbon ', 'Trip to Lisbon'],
    ['a/b:c*?', 'abc'],
    ['Über_uns-2.0', 'Über_uns-2.0'],
    ['日本 ノート', '日本 ノート'],
    ['!!!', ''],
  ])('stores "%s" as "%s"', (typed, stored) => expect(cleanName(typed)).toBe(stored));

  it('compares trimmed, composed and without case', () => {
    expect(nameKey(' CAFE\u0301 ')).toBe(nameKey('café'));
  });
});

describe('what is wrong with a name', () => {
  const siblings = [element({ _id: 'f', linkname: 'Work' }), file('notes.md', { _id: 'n' })];
  it.each(['', '.', '...'])('asks for one when it is "%s"', (name) =>
    expect(nameProblem({ name, folder: true, siblings })).toBe('This field is required'),
  );
  it('finds a folder of the same name, whatever the case', () =>
    expect(nameProblem({ name: 'WORK', folder: true, siblings })).toBe('Name already exist'));
  it('lets a file be called like a folder', () =>
    expect(nameProblem({ name: 'Work', folder: false, siblings })).toBeNull());
  it('lets an element keep its own name', () =>
    expect(nameProblem({ name: 'work', folder: true, except: 'f', siblings })).toBeNull());
  it('refuses more than 255 characters', () =>
    expect(nameProblem({ name: 'x'.repeat(256), folder: true, siblings })).toMatch(/255/));
});

describe('names of files', () => {
  it('edits the stem and keeps the extension', () => {
    expect(splitFileName('Photo.JPG', 'jpg')).toEqual({ stem: 'Photo', extension: '.JPG' });
    expect(splitFileName('a.tar.gz', 'gz')).toEqual({ stem: 'a.tar', extension: '.gz' });
    expect(splitFileName('README', null)).toEqual({ stem: 'README', extension: '' });
    expect(splitFileName('.env', 'env')).toEqual({ stem: '.env', extension: '' });
  });
  it('drops unsafe characters only', () => expect(cleanStem(' a#b%c (1)+é… ')).toBe('abc (1)+é'));
});
