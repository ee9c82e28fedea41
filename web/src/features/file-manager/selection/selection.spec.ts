import { describe, expect, it } from 'vitest';
import { allSelected, clicked, kept, moved, neighbour, noSelection, type Selection } from './selection.js';

const order = ['a', 'b', 'c', 'd', 'e'];
const plain = { toggle: false, range: false };
const ctrl = { toggle: true, range: false };
const shift = { toggle: false, range: true };
const click = (id: string, keys = plain, from: Selection = noSelection): Selection =>
  clicked(from, id, keys, order);

describe('selecting by clicks', () => {
  it('selects one', () => expect(click('b', plain, click('a')).ids).toEqual(['b']));
  it('adds and takes away with Ctrl', () => {
    const two = click('c', ctrl, click('a'));
    expect(two.ids).toEqual(['a', 'c']);
    expect(click('a', ctrl, two).ids).toEqual(['c']);
  });
  it('selects the range from the anchor with Shift, in either direction', () => {
    const anchor = click('c');
    expect(click('e', shift, anchor).ids).toEqual(['c', 'd', 'e']);
    expect(click('a', shift, click('e', shift, anchor)).ids).toEqual(['a', 'b', 'c']);
  });
  it('adds a range with Ctrl and Shift', () => {
    const two = click('c', ctrl, click('a'));
    expect(click('d', { toggle: true, range: true }, two).ids).toEqual(['a', 'c', 'd']);
  });
  it('selects one with Shift when there is no anchor', () => expect(click('d', shift).ids).toEqual(['d']));
  it('forgets an anchor that is gone', () =>
    expect(clicked({ ids: ['x'], anchor: 'x', active: 'x' }, 'b', shift, order).ids).toEqual(['b']));
});

describe('moving by keys', () => {
  const grid = (id: string, step: -1 | 1): string | null => order[order.indexOf(id) + step * 3] ?? null;
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
    expect(neighbour(order, from, direction, grid)).toBe(to),
  );
  it('leads nowhere in an empty folder', () => expect(neighbour([], null, 'down', grid)).toBeNull());
  it('moves the selection, or extends it with Shift', () => {
    const one = moved(noSelection, 'b', false, order);
    expect(one.ids).toEqual(['b']);
    const more = moved(one, 'd', true, order);
    expect(more).toEqual({ ids: ['b', 'c', 'd'], anchor: 'b', active: 'd' });
  });
});

describe('the rest', () => {
  it('selects everything', () => expect(allSelected(noSelection, order).ids).toEqual(order));
  it('keeps what is still there', () => {
    const two = { ids: ['a', 'b'], anchor: 'b', active: 'a' };
    expect(kept(two, new Set(['a']))).toEqual({ ids: ['a'], anchor: null, active: 'a' });
    expect(kept(two, new Set(order))).toBe(two);
  });
});
