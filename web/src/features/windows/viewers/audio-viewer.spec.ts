import { expect, it } from 'vitest';
import '../../../../testing/page-globals.js';
import { barLevels, FFT_SIZE } from './audio-viewer.js';

const levels = (fill: (index: number) => number) =>
  Uint8Array.from({ length: FFT_SIZE / 2 }, (_, i) => fill(i));

it('shows low frequencies first, the loudest of each group [F2.21]', () => {
  expect(
    barLevels(
      levels((index) => (index === 0 ? 255 : 0)),
      4,
    ),
  ).toEqual([1, 0, 0, 0]);
  expect(
    barLevels(
      levels((index) => (index === 30 ? 51 : 0)),
      4,
    ),
  ).toEqual([0, 0.2, 0, 0]);
});
it('has more bars than levels where there is room', () => {
  const shown = barLevels(
    levels(() => 255),
    200,
  );
  expect(shown).toHaveLength(200);
  expect(shown.every((level) => level === 1)).toBe(true);
});
it('is flat in silence', () =>
  expect(
    barLevels(
      levels(() => 0),
      9,
    ),
  ).toEqual(Array(9).fill(0)));
