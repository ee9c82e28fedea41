import { describe, expect, it } from 'vitest';
import { element, file, link } from '../../../../testing/element.js';
import { nextSort, type SortField } from './sort.js';
import { filterElements, sortElements } from './visible-elements.js';

const elements = [
  file('Photo 10.jpg', { linktype: 'image/jpeg', size: 5, date: '2024-01-03T00:00:00.000Z' }),
  file('photo 9.jpg', { linktype: 'image/jpeg', size: 9, date: '2024-01-01T00:00:00.000Z' }),
  link('Élan', 'https://example.org', { size: 7, date: '2024-01-02T00:00:00.000Z' }),
  element({ linkname: 'Zoo', date: '2023-01-01T00:00:00.000Z' }),
  element({ linkname: 'Art', date: '2025-01-01T00:00:00.000Z' }),
];
const sorted = (field: SortField, descending = false): string[] =>
  sortElements(elements, { field, descending }).map((one) => one.linkname);

describe('the order of a folder', () => {
  it('is by name, numbers by their value, without case and accents, folders first', () =>
    expect(sorted('name')).toEqual(['Art', 'Zoo', 'Élan', 'photo 9.jpg', 'Photo 10.jpg']));
  it('turns round', () =>
    expect(sorted('name', true)).toEqual(['Zoo', 'Art', 'Photo 10.jpg', 'photo 9.jpg', 'Élan']));
  it('can be by date', () =>
    expect(sorted('date')).toEqual(['Zoo', 'Art', 'photo 9.jpg', 'Élan', 'Photo 10.jpg']));
  it('can be by size', () =>
    expect(sorted('size')).toEqual(['Art', 'Zoo', 'Photo 10.jpg', 'Élan', 'photo 9.jpg']));
  it('can be by kind, then by name', () =>
    expect(sorted('kind')).toEqual(['Art', 'Zoo', 'photo 9.jpg', 'Photo 10.jpg', 'Élan']));
  it('leaves the list it was given alone', () => {
    const before = [...elements];
    sorted('size');
    expect(elements).toEqual(before);
  });
});

describe('choosing an order', () => {
  it('turns the same field round, starts a new one ascending', () => {
    const byName = { field: 'name', descending: false } as const;
    expect(nextSort(byName, 'name')).toEqual({ field: 'name', descending: true });
    expect(nextSort({ field: 'name', descending: true }, 'size')).toEqual({
      field: 'size',
      descending: false,
    });
  });
});

describe('searching in a folder', () => {
  it('ignores case and accents', () =>
    expect(filterElements(elements, ' ELAN ').map((one) => one.linkname)).toEqual(['Élan']));
  it('takes letters apart as the search everywhere does', () => {
    const names = [file('Straße.txt'), file('Łódź.txt'), file('œuvre.txt')];
    expect(filterElements(names, 'STRASSE')).toHaveLength(1);
    expect(filterElements(names, 'lodz')).toHaveLength(1);
    expect(filterElements(names, 'Oeuvre')).toHaveLength(1);
  });
  it('finds parts of names', () => expect(filterElements(elements, 'photo')).toHaveLength(2));
  it('shows everything for nothing', () => expect(filterElements(elements, '  ')).toBe(elements));
});
