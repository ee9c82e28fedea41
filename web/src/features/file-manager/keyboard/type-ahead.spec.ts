import { expect, it } from 'vitest';
import { TypeAhead } from './type-ahead.js';

const folded = ['anna', 'berlin', 'bergen', 'bern', 'cafe au lait'];
const names = {
  count: folded.length,
  startsWith: (at: number, prefix: string) => folded[at]!.startsWith(prefix),
};
let time = 0;
const typed = (letters: string, active = -1): number | null => {
  const typing = new TypeAhead(() => time);
  return [...letters].reduce<number | null>((at, letter) => typing.next(letter, names, at ?? active), active);
};

it('goes to the name that begins with what is typed', () => {
  expect(typed('b')).toBe(1);
  expect(typed('berg')).toBe(2);
  expect(typed('CA')).toBe(4);
  expect(typed('x')).toBeNull();
});
it('goes through all that begin with one letter', () => {
  expect(typed('bb')).toBe(2);
  expect(typed('bbbb')).toBe(1);
});
it('begins again after a pause, or another key', () => {
  const typing = new TypeAhead(() => time);
  expect(typing.next('c', names, -1)).toBe(4);
  typing.end();
  expect(typing.next('b', names, -1)).toBe(1);
  expect(typing.typing).toBe(true);
  time += 1001;
  expect(typing.typing).toBe(false);
  expect(typing.next('a', names, 1)).toBe(0);
});
