import { expect, it } from 'vitest';
import { canonicalText, payloadHash } from './canonical-text.js';

it('is the same for the same value, in whatever order its fields were written', () => {
  expect(canonicalText({ b: [1, { d: null, c: 'x' }], a: new Date(0) })).toBe(
    '{"a":{"$date":"1970-01-01T00:00:00.000Z"},"b":[1,{"c":"x","d":null}]}',
  );
  expect(canonicalText({ b: 1, a: 2 })).toBe(canonicalText({ a: 2, b: 1, c: undefined }));
});

it('differs where values differ', () => {
  const texts = [
    { a: null },
    { a: 'null' },
    { a: 0 },
    { a: '0' },
    { a: [] },
    { a: {} },
    { a: new Date(0) },
    {},
  ].map(canonicalText);
  expect(new Set(texts).size).toBe(texts.length);
});

it('refuses what cannot be stored', () => {
  expect(() => canonicalText({ a: () => 1 })).toThrow(/function/u);
  expect(() => canonicalText(1n)).toThrow(/bigint/u);
});

it('names an intention by its command and its payload', () => {
  const hashes = [
    payloadHash('rename', { id: 1 }),
    payloadHash('rename', { id: 2 }),
    payloadHash('remove', { id: 1 }),
  ];
  expect(new Set(hashes).size).toBe(3);
  expect(payloadHash('rename', { b: 1, a: 2 })).toBe(payloadHash('rename', { a: 2, b: 1 }));
});
