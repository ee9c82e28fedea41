import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withCounts } from './opened-elements.js';

const element = (id: string, linkname: string, counter: number) => ({
  _id: id,
  folderId: 'root',
  linkname,
  counter,
  date: '2026-01-01',
  copying: null,
});

describe('the counts of openings in a listing that is ready', () => {
  it('are those of the elements, whatever these are called', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{"_id":"a",', '"counter":7', '\\"counter\\":9', '{"_id":"b","counter":1}'),
    );
    const listing = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('a', 'b', 'ab', 'c-1'), name, was: fc.nat(), is: fc.option(fc.nat()) }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(listing, (elements) => {
        const docs = elements.map(({ id, name: each, was }) => element(id, each, was));
        const counts = new Map<string, number>(
          elements.flatMap(({ id, is }) => (is === null ? [] : [[id, is] as const])),
        );
        const bytes = withCounts(Buffer.from(JSON.stringify({ docs })), counts);
        const expected = docs.map((each) => ({ ...each, counter: counts.get(each._id) ?? each.counter }));
        expect(JSON.parse(bytes.toString())).toEqual({ docs: expected });
      }),
    );
  });

  it('of elements that are not in it change nothing', () => {
    const bytes = Buffer.from(JSON.stringify({ docs: [element('a', 'Rome', 3)] }));
    expect(withCounts(bytes, new Map([['b', 4]]))).toBe(bytes);
  });
});
