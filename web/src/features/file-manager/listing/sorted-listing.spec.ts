import type { ElementView } from '@skyshelf/contracts/browser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { element, file, link } from '../../../../testing/element.js';
import {
  FilteredListing,
  filterElements,
  nextSort,
  SortedListing,
  sortElements,
  type SortField,
  tagsIn,
} from './sorted-listing.js';

const elements = [
  file('Photo 10.jpg', { linktype: 'image/jpeg', size: 5, date: '2024-01-03T00:00:00.000Z' }),
  file('photo 9.jpg', { linktype: 'image/jpeg', size: 9, date: '2024-01-01T00:00:00.000Z' }),
  link('Élan', 'https://example.org', { size: 7, date: '2024-01-02T00:00:00.000Z' }),
  element({ linkname: 'Zoo', date: '2023-01-01T00:00:00.000Z' }),
  element({ linkname: 'Art', date: '2025-01-01T00:00:00.000Z' }),
];
const found = (query: string, of: readonly ElementView[] = elements) =>
  filterElements(of, { query, tag: null });
const sorted = (field: SortField, descending = false): string[] =>
  sortElements(elements, { field, descending }).map((one) => one.linkname);

describe('the order of a folder', () => {
  it('is by name, numbers by their value, without case and accents, folders first', () =>
    expect(sorted('name')).toEqual(['Art', 'Zoo', 'Élan', 'photo 9.jpg', 'Photo 10.jpg']));
  it('turns round', () =>
    expect(sorted('name', true)).toEqual(['Zoo', 'Art', 'Photo 10.jpg', 'photo 9.jpg', 'Élan']));
  it('can be by date', () =>
    expect(sorted('date')).toEqual(['Zoo', 'Art', 'photo 9.jpg', 'Élan', 'Photo 10.jpg']));
  it('can be by the dates of the files themselves', () => {
    const old = element({ linkname: 'scan', linktype: 'image/png', modified: '1999-01-01T00:00:00.000Z' });
    const by = sortElements([...elements, old], { field: 'modified', descending: false });
    expect(by.map((one) => one.linkname).slice(0, 3)).toEqual(['Zoo', 'Art', 'scan']);
  });
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

describe('the order of a folder that changes', () => {
  const anElement = fc
    .record({
      linkname: fc.oneof(fc.stringMatching(/^[a-c]{0,2}\d{0,2}$/), fc.constantFrom('é', 'E', 'Zoë')),
      size: fc.nat(3),
      folder: fc.boolean(),
    })
    .map(({ folder, ...fields }) => element({ ...fields, linktype: folder ? 'folder' : 'image/png' }));
  const aList = fc.array(anElement, { maxLength: 20 });
  const aSort = fc.record({
    field: fc.constantFrom<SortField>('name', 'date', 'modified', 'size', 'kind'),
    descending: fc.boolean(),
  });

  it('is that of a folder listed again, whatever came and went', () =>
    fc.assert(
      fc.property(aList, aList, fc.array(fc.nat(19)), aSort, (before, added, gone, sort) => {
        const listing = new SortedListing();
        listing.of(before, sort);
        const after = [...before.filter((_, index) => !gone.includes(index)), ...added];
        expect(listing.of(after, sort)).toEqual(sortElements(after, sort));
      }),
    ));
  it('is the same list while nothing changes', () => {
    const listing = new SortedListing();
    const sort = { field: 'name', descending: false } as const;
    expect(listing.of(elements, sort)).toBe(listing.of(elements, sort));
  });
});

describe('choosing an order', () => {
  it('turns the same field round, starts a new one ascending [F4.4]', () => {
    const byName = { field: 'name', descending: false } as const;
    expect(nextSort(byName, 'name')).toEqual({ field: 'name', descending: true });
    expect(nextSort({ field: 'name', descending: true }, 'size')).toEqual({
      field: 'size',
      descending: false,
    });
  });
});

describe('searching in a folder', () => {
  it('ignores case and accents [F2.13]', () =>
    expect(found(' ELAN ').map((one) => one.linkname)).toEqual(['Élan']));
  it('takes letters apart as the search everywhere does', () => {
    const names = [file('Straße.txt'), file('Łódź.txt'), file('œuvre.txt')];
    expect(found('STRASSE', names)).toHaveLength(1);
    expect(found('lodz', names)).toHaveLength(1);
    expect(found('Oeuvre', names)).toHaveLength(1);
  });
  it('finds parts of names', () => expect(found('photo')).toHaveLength(2));
  it('shows everything for nothing', () => expect(found('  ')).toBe(elements));
});

describe('the tags of a folder', () => {
  const tagged = [
    link('One', 'https://one.org', { linktag: ['travel', 'Bergen'] }),
    link('Two', 'https://two.org', { linktag: ['travel'] }),
    link('Three', 'https://three.org'),
  ];
  it('stand once each, in the order of names [F2.12]', () =>
    expect(tagsIn(tagged)).toEqual(['Bergen', 'travel']));
  it('leave what has them', () =>
    expect(filterElements(tagged, { query: '', tag: 'travel' })).toEqual(tagged.slice(0, 2)));
  it('give way to a query that grows and shrinks again', () => {
    const filtered = new FilteredListing();
    const after = (query: string) => filtered.of(tagged, { query, tag: null }).length;
    expect(['t', 'tw', 'two', 'tw', 'o', ''].map(after)).toEqual([2, 1, 1, 1, 2, 3]);
    expect(filtered.of(tagged, { query: '', tag: 'Bergen' })).toHaveLength(1);
  });
});
