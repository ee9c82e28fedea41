import { expect, it } from 'vitest';
import { compareNames } from './name-order.js';

it('sorts names without case and accents, numbers by their value', () =>
  expect(['img10', 'Zoo', 'Äpfel', 'Img2', 'apfelsaft'].toSorted(compareNames)).toEqual([
    'Äpfel',
    'apfelsaft',
    'Img2',
    'img10',
    'Zoo',
  ]));
