import { DomainError, messages } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { elementName, nameKey } from './names.js';

const refusal = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return [error.code, error.message];
  }
  return null;
};

describe('the name of a link or folder', () => {
  it.each([
    ['My folder', 'My folder'],
    ['  a   b  ', 'a b'],
    ['a/b\\c', 'abc'],
    ['what?*<>|"', 'what'],
    ['v1.2-final_x', 'v1.2-final_x'],
    ['Ünïcödé 日本語 ภาษาไทย', 'Ünïcödé 日本語 ภาษาไทย'],
    ['a\t\n b', 'a b'],
    ['x🙂y', 'xy'],
    ['Cafe\u0301', 'Café'],
    ['100%', '100'],
  ])('%j is kept as %j', (typed, kept) => expect(elementName(typed, 'name')).toBe(kept));

  it.each(['', '   ', '???', '.', '..', ' . . ', '🙂'])('%j says that the field is required', (typed) =>
    expect(refusal(() => elementName(typed, 'name'))).toEqual(['name.required', 'This field is required']),
  );

  it('may have 255 characters, in any script, and no more', () => {
    expect(elementName('𝒳'.repeat(255), 'name')).toBe('𝒳'.repeat(255));
    expect(refusal(() => elementName('a'.repeat(256), 'name'))).toEqual([
      'name.too-long',
      'A name can have at most 255 characters.',
    ]);
  });

  it('is compared trimmed, composed and without case', () => {
    expect(nameKey(' CAFE\u0301 ')).toBe(nameKey('café'));
    expect(nameKey('a')).not.toBe(nameKey('b'));
    expect(messages.required).toBe('This field is required');
  });
});
