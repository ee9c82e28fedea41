import { expect, it } from 'vitest';
import { editedName } from './edited-name.js';

const folder = { name: 'Trip (2)', extension: null, isFile: false };
const file = { name: 'a!.jpg', extension: 'jpg', isFile: true };

it.each([
  ['a folder without a change', folder, 'Trip (2)', 'Trip (2)'],
  ['a folder', folder, 'Trip (3)', 'Trip 3'],
  ['a file without a change', file, 'a!.jpg', 'a!.jpg'],
  ['a file', file, 'b/c!.jpg', 'bc!.jpg'],
])('%s is renamed by its own rule', (_, present, sent, name) =>
  expect(editedName(present, sent)).toEqual({ value: name, refusal: null }),
);
