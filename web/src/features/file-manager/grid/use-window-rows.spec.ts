import { expect, it } from 'vitest';
import '../../../../testing/page-globals.js';
import { TileFaces } from './use-window-rows.js';

const ids = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${from + at}`);

it('draws twelve more tiles whole in each frame, the active one first, and keeps what is there', () => {
  const faces = new TileFaces();
  expect([...faces.of(ids(0, 30), '29')]).toEqual(['29', ...ids(0, 11)]);
  expect(faces.isWhole).toBe(false);
  expect(faces.of(ids(0, 30), '29').size).toBe(24);
  expect(faces.of(ids(0, 30), '29').size).toBe(30);
  expect(faces.isWhole).toBe(true);
  // Scrolled on by a row.
  expect(faces.of(ids(9, 30), null).size).toBe(30);
  expect(faces.isWhole).toBe(true);
});
