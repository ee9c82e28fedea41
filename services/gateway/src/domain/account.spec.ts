import { describe, expect, it } from 'vitest';
import { readProfile } from './account.js';

describe('a profile', () => {
  it('is read from what Google, Facebook and GitHub say', () => {
    expect(readProfile('google', { sub: '1', name: 'Ann', picture: 'https://x.example/a.jpg' })).toEqual({
      sub: 'google|1',
      name: 'Ann',
      picture: 'https://x.example/a.jpg',
    });
    expect(
      readProfile('facebook', {
        id: '2',
        name: 'Bea',
        picture: { data: { url: 'https://x.example/b.jpg' } },
      }),
    ).toEqual({
      sub: 'facebook|2',
      name: 'Bea',
      picture: 'https://x.example/b.jpg',
    });
    expect(
      readProfile('github', { id: 3, login: 'cat', name: null, avatar_url: 'https://x.example/c.jpg' }),
    ).toEqual({
      sub: 'github|3',
      name: 'cat',
      picture: 'https://x.example/c.jpg',
    });
  });

  it('never joins two people: the same id at two providers is two subjects', () => {
    expect(readProfile('a', { sub: '1' })?.sub).not.toBe(readProfile('b', { sub: '1' })?.sub);
  });

  it('keeps control characters and endless names out, and pictures that are not https', () => {
    const profile = readProfile('p', {
      sub: 'x',
      name: `\u0000 A\n\u202eB ${'c'.repeat(500)}`,
      picture: 'javascript:alert(1)',
    });
    expect(profile?.name).toMatch(/^A B c+$/);
    expect(profile?.name).toHaveLength(100);
    expect(profile?.picture).toBeNull();
  });

  it('is refused without a usable id', () => {
    for (const source of [
      null,
      'x',
      {},
      { sub: '' },
      { sub: 'a|b' },
      { sub: 'a/b' },
      { sub: 'x'.repeat(201) },
      { sub: 'a\nb' },
    ]) {
      expect(readProfile('p', source)).toBeNull();
    }
  });
});
