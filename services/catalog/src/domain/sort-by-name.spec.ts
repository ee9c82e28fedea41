import type { ElementId } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { sortByName } from './sort-by-name.js';

const named = (name: string) => ({ id: name as ElementId, name, nameKey: name.toLowerCase() });

it('lists by name as people count: 2 before 10, whatever the case', () => {
  const sorted = sortByName(['img10', 'Img2', 'äpfel', 'Zebra', 'apfel', 'img1'].map(named)).map(
    ({ name }) => name,
  );
  expect(sorted).toEqual(['apfel', 'äpfel', 'img1', 'Img2', 'img10', 'Zebra']);
});

it('lists very large folders by name as well', () => {
  const sorted = sortByName(
    Array.from({ length: 20_001 }, (_, index) => named(`n${String(20_001 - index).padStart(6, '0')}`)),
  );
  expect(sorted[0]?.name).toBe('n000001');
  expect(sorted.at(-1)?.name).toBe('n020001');
});
