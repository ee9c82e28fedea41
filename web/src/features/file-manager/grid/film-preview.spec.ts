import { expect, it } from 'vitest';
import '../../../../testing/page-globals.js';
import { cellAt, cellPosition } from './film-preview.js';

it.each([
  [0, 0],
  [0.5, 12],
  [0.999, 23],
  [1, 23],
  [-0.1, 0],
])('the place %d across the tile is moment %i', (across, cell) => expect(cellAt(across)).toBe(cell));

it.each([
  [0, '0% 0%'],
  [5, '100% 0%'],
  [6, '0% 33.33333333333333%'],
  [23, '100% 100%'],
])('moment %i stands in the sprite at %s', (cell, position) => expect(cellPosition(cell)).toBe(position));
