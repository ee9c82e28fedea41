import { describe, expect, it } from 'vitest';
import '../../../../testing/page-globals.js';
import { element } from '../../../../testing/element.js';
import {
  allSelected,
  clicked,
  covered,
  kept,
  moved,
  neighbour,
  noSelection,
  type Selection,
} from './selection.js';

const listOf = (...ids: string[]) => ids.map((_id) => element({ _id }));
const order = listOf('a', 'b', 'c', 'd', 'e');
const plain = { toggle: false, range: false };
const ctrl = { toggle: true, range: false };
const shift = { toggle: false, range: true };
const click = (id: string, keys = plain, from: Selection = noSelection): Selection =>
  clicked(from, id, keys, order);
const ids = (selection: Selection): string[] => selection.ids.ids;

describe('selecting by clicks', () => {
  it('selects one [F4.1]', () => expect(ids(click('b', plain, click('a')))).toEqual(['b']));
  it('adds and takes away with Ctrl [F4.2]', () => {
    const two = click('c', ctrl, click('a'));
    expect(ids(two)).toEqual(['a', 'c']);
    expect(ids(click('a', ctrl, two))).toEqual(['c']);
  });
  it('adds the range from the anchor with Shift, in either direction', () => {
    const two = click('c', ctrl, click('e'));
    expect(ids(click('d', shift, two))).toEqual(['c', 'd', 'e']);
    expect(ids(click('a', shift, click('d', shift, click('c'))))).toEqual(['a', 'b', 'c', 'd']);
  });
  it('adds a range with Ctrl and Shift', () => {
    const two = click('c', ctrl, click('a'));
    expect(ids(click('d', { toggle: true, range: true }, two))).toEqual(['a', 'c', 'd']);
  });
  it('selects what a marquee covers, with Ctrl or Shift besides the rest', () => {
    const before = click('a');
    const alone = covered(before, [[2, 4]], false, order);
    expect(ids(alone)).toEqual(['c', 'd']);
    expect(alone).toMatchObject({ anchor: 'c', active: 'd' });
    expect(ids(covered(before, [[2, 4]], true, order))).toEqual(['a', 'c', 'd']);
    expect(covered(before, [], false, order)).toMatchObject({ anchor: null, active: null });
    expect(covered(before, [], true, order)).toMatchObject({ anchor: 'a', active: 'a' });
  });
  it('selects one with Shift when there is no anchor', () => expect(ids(click('d', shift))).toEqual(['d']));
  it('forgets an anchor that is gone', () => {
    const before = clicked(noSelection, 'x', plain, listOf('x'));
    expect(ids(clicked(before, 'b', shift, order))).toEqual(['b']);
  });
});

describe('moving by keys', () => {
  const grid = (at: number, direction: string): number | null => {
    const to = at + (direction === 'up' ? -3 : 3);
    return order[to] ? to : null;
  };
  it.each([
    [null, 'down', 'a'],
    ['a', 'right', 'b'],
    ['e', 'right', 'e'],
    ['a', 'left', 'a'],
    ['a', 'down', 'd'],
    ['e', 'up', 'b'],
    ['c', 'down', 'c'],
    ['c', 'first', 'a'],
    ['c', 'last', 'e'],
    ['gone', 'right', 'a'],
  ] as const)('leads from %s %s to %s', (from, direction, to) =>
    expect(order[neighbour(order, from, direction, grid)!]?._id).toBe(to),
  );
  it('leads nowhere in an empty folder', () => expect(neighbour([], null, 'down', grid)).toBeNull());
  it('moves the selection, or extends it with Shift', () => {
    const one = moved(noSelection, 'b', false, order);
    expect(ids(one)).toEqual(['b']);
    const more = moved(one, 'd', true, order);
    expect(ids(more)).toEqual(['b', 'c', 'd']);
    expect(more).toMatchObject({ anchor: 'b', active: 'd' });
  });
  it('gives up with Shift what it took on the way there, and keeps what was selected apart', () => {
    const two = click('b', ctrl, click('e'));
    const there = moved(two, 'd', true, order);
    expect(ids(there)).toEqual(['b', 'c', 'd', 'e']);
    expect(ids(moved(there, 'c', true, order))).toEqual(['b', 'c', 'e']);
  });
});

describe('the rest', () => {
  it('selects everything', () =>
    expect(ids(allSelected(noSelection, order))).toEqual(ids(allSelected(click('a'), order))));
  it('keeps what is still there, wherever it stands now', () => {
    const two = click('b', ctrl, click('d'));
    const next = kept(two, listOf('new', 'd', 'other', 'a'));
    expect(ids(next)).toEqual(['d']);
    expect(next).toMatchObject({ anchor: null, active: null });
    expect(kept(two, order)).toBe(two);
    expect(kept(noSelection, order)).toBe(noSelection);
  });
  it('holds 100,000 elements as one range', () => {
    const many = Array.from({ length: 100_000 }, () => element());
    const all = allSelected(noSelection, many);
    expect(all.ids.ranges).toEqual([[0, 100_000]]);
    expect(all.ids.elements()).toBe(many);
    const less = clicked(all, many[50_000]!._id, ctrl, many);
    expect([less.ids.size, less.ids.ranges.length, less.ids.hasAt(50_000)]).toEqual([99_999, 2, false]);
  });
});
