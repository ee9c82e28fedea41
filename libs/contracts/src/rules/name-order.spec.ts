import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareNames, nameSortKey } from './name-order.js';

it('sorts names without case and accents, numbers by their value', () =>
  expect(['img10', 'Zoo', 'Äpfel', 'Img2', 'apfelsaft'].toSorted(compareNames)).toEqual([
    'Äpfel',
    'apfelsaft',
    'Img2',
    'img10',
    'Zoo',
  ]));

it('has texts that stand for names and compare as the names do', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 6 }),
    fc.stringMatching(/^0{0,3}\d{0,5}$/),
    fc.constantFrom('img', 'IMG', ' ', '-', '_', '.', 'photo '),
  );
  const name = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(name, name, (a, b) => {
      const one = nameSortKey(a) ?? '';
      const other = nameSortKey(b) ?? '';
      expect(one < other ? -1 : one > other ? 1 : 0).toBe(Math.sign(compareNames(a, b)));
    }),
    { numRuns: 3000 },
  );
});
it('has none for names beyond ASCII', () => {
  expect(nameSortKey('Café')).toBeNull();
  expect(nameSortKey('9'.repeat(64))).toBeNull();
});
