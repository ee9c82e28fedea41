import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRange } from './byte-range.js';

const position = fc.nat({ max: 5000 });

it('gives a range inside the file exactly, cut at its end', () => {
  fc.assert(
    fc.property(position, position, fc.integer({ min: 1, max: 5000 }), (one, other, size) => {
      const [start, end] = one < other ? [one, other] : [other, one];
      const expected = start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable';
      expect(parseRange(`bytes=${start}-${end}`, size)).toEqual(expected);
      expect(parseRange(`bytes=${start}-`, size)).toEqual(
        start < size ? { start, end: size - 1 } : 'unsatisfiable',
      );
    }),
  );
});

it('gives the last bytes for a suffix', () => {
  fc.assert(
    fc.property(position, position, (length, size) => {
      const expected =
        length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
      expect(parseRange(`bytes=-${length}`, size)).toEqual(expected);
    }),
  );
});

it('answers any text with a range inside the file, with none or with a refusal', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^bytes=[0-9 ,-]{0,24}$/));
  fc.assert(
    fc.property(text, position, (header, size) => {
      const range = parseRange(header, size);
      if (range === null || range === 'unsatisfiable') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(size);
    }),
    { numRuns: 500 },
  );
});

it.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=5-4',
  'items=0-1',
  'bytes=0-1,3-4',
  'bytes=a-b',
  'bytes=0x1-2',
  `bytes=0-${'9'.repeat(40)}`,
])('ignores the header %j and gives the whole file', (header) => {
  expect(parseRange(header, 10)).toBeNull();
});
