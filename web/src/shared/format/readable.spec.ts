import { expect, it } from 'vitest';
import { readable } from './readable.js';

it('leaves letters of all scripts and emoji, and no marks that turn them round', () => {
  expect(readable('photo\u202Egnp.exe was renamed')).toBe('photognp.exe was renamed');
  expect(readable('a\u2066b\u0007c')).toBe('abc');
  expect(readable('عربي 👩‍🚀 é')).toBe('عربي 👩‍🚀 é');
});
