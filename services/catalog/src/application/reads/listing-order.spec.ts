import { describe, expect, it } from 'vitest';
import { nameKey } from '@skyshelf/contracts/rules';
import { byName, sorted, type ListingOrder, type Placed } from './listing-order.js';

const element = (name: string, given: Partial<Placed> = {}): Placed => ({
  id: name,
  class: 'item',
  name,
  nameKey: nameKey(name),
  kind: 'website',
  extension: null,
  size: 0,
  born: '2026-01-01T00:00:00.000Z',
  ...given,
});
const names = (elements: readonly Placed[], order: ListingOrder) =>
  sorted(elements, order).map(({ name }) => name);

it('sorts by the date of files themselves, of others by that of their elements', () =>
  expect(
    names(
      [
        element('b', { modified: '2019-01-01T00:00:00.000Z' }),
        element('c', { born: '2018-01-01T00:00:00.000Z' }),
        element('a', { modified: '2026-02-01T00:00:00.000Z' }),
        element('d'),
      ],
      { sort: 'modified', direction: 'asc' },
    ),
  ).toEqual(['c', 'b', 'd', 'a']));

describe('elements are sorted', () => {
  const folder = { class: 'folder', kind: 'folder' } as const;
  const shelf = [
    element('img10', { size: 5, born: '2026-03-01T00:00:00.000Z', kind: 'image/png' }),
    element('Img2', { size: 70, kind: 'image/png' }),
    element('zoo', folder),
    element('Äpfel', { size: 5, kind: 'audio/mpeg' }),
    element('apfel', { size: 100, born: '2025-12-31T00:00:00.000Z' }),
    element('Attic', folder),
  ];
  const cases: [ListingOrder['sort'], string[], string[]][] = [
    [
      'name',
      ['Attic', 'zoo', 'apfel', 'Äpfel', 'Img2', 'img10'],
      ['zoo', 'Attic', 'img10', 'Img2', 'Äpfel', 'apfel'],
    ],
    [
      'date',
      ['Attic', 'zoo', 'apfel', 'Äpfel', 'Img2', 'img10'],
      ['Attic', 'zoo', 'img10', 'Äpfel', 'Img2', 'apfel'],
    ],
    [
      'size',
      ['Attic', 'zoo', 'Äpfel', 'img10', 'Img2', 'apfel'],
      ['Attic', 'zoo', 'apfel', 'Img2', 'Äpfel', 'img10'],
    ],
    [
      'kind',
      ['Attic', 'zoo', 'Äpfel', 'Img2', 'img10', 'apfel'],
      ['Attic', 'zoo', 'apfel', 'Img2', 'img10', 'Äpfel'],
    ],
  ];
  it.each(cases)('by %s, folders first, as people count, both ways', (sort, up, down) => {
    expect(names(shelf, { sort, direction: 'asc' })).toEqual(up);
    expect(names(shelf, { sort, direction: 'desc' })).toEqual(down);
  });

  it('by kind as they are shown, related ones together, in these by extension', () => {
    const files = [
      element('a', { kind: 'website' }),
      element('b', { kind: 'application/octet-stream', extension: 'docx' }),
      element('c', { kind: 'application/zip', extension: 'zip' }),
      element('d', { kind: 'application/msword', extension: 'doc' }),
      element('e', { kind: 'image/png', extension: 'png' }),
      element('f', { kind: 'video/mp4', extension: 'mp4' }),
      element('g', { kind: 'image/jpeg', extension: 'jpg' }),
    ];
    expect(names(files, { sort: 'kind', direction: 'asc' })).toEqual(['c', 'f', 'g', 'e', 'd', 'b', 'a']);
  });

  it('letter by letter when they are more than language rules can sort in time', () => {
    const many = Array.from({ length: 20_001 }, (_, index) => element(`n${20_000 - index}`));
    expect(names(many, byName).slice(0, 4)).toEqual(['n0', 'n1', 'n10', 'n100']);
    expect(names(many, { sort: 'size', direction: 'desc' }).slice(0, 2)).toEqual(['n0', 'n1']);
  });
});
