import type { ElementId, KeptSum } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { changesOf } from '../../domain/changes.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { growth } from '../../domain/decision.js';
import { emptyRoom } from '../../domain/drive-room.js';
import { isTrashItem } from '../../domain/trash.js';
import { aFile, aFolder, aLink } from '../../../testing/facts.js';
import { TrashSums, wrongRoom } from './trash-problems.js';
import { lostRows, sameNames, wrongCounters, wrongDepth, wrongReserved, wrongWords } from './row-problems.js';

const rows = (...events: ReturnType<typeof aFolder>[]): CatalogRow[] =>
  events
    .flatMap((event) => changesOf(event, { at: new Date(0), version: 1 }))
    .flatMap((change) => (change.op === 'insert' ? [change.row] : []));
const shelf = () => rows(aFolder('a'), aFolder('b', 'a'), aLink('l', 'b'), aFile('f.png', 'a', 10));
const broken = (id: string, change: Partial<CatalogRow>) =>
  shelf().map((row) => (row.id === id ? { ...row, ...change } : row));
const id = (text: string) => text as ElementId;
const lost = (all: readonly CatalogRow[], limbos: ReadonlySet<ElementId>) => {
  const folders = all.filter((row) => row.class === 'folder').map((row) => [row.id, row.parentId] as const);
  return lostRows(all, new Map(folders), limbos);
};

const noTrash = { kept: 0, keptCount: 0, history: 0 };
const counted = { ...growth(shelf()), ...noTrash };

describe('the check finds', () => {
  it('nothing on a shelf that is in order', () => {
    expect([...sameNames(shelf()), ...lost(shelf(), new Set()), ...wrongWords(shelf())]).toEqual([]);
    expect(
      wrongCounters(counted, { ...noTrash, used: 31, count: 4, byKind: { Links: 21, Images: 10 } }),
    ).toEqual([]);
    expect(wrongReserved([], { reserved: 0 })).toEqual([]);
  });
  it('a bound of the depth that folders exceed, but not those that reach no root', () => {
    const folders = new Map(
      [...'abc'].map((name, index) => [id(name), id('ab'[index - 1] ?? 'root')] as const),
    );
    expect([3, 4, undefined].flatMap((bound) => wrongDepth(folders, bound))).toEqual([]);
    expect(wrongDepth(folders, 2)).toEqual([
      { rule: 'counters', message: 'the depth is kept as at most 2, folders stand 3 levels deep.' },
    ]);
    const lostOnes = new Map([...folders, [id('x'), id('y')], [id('y'), id('x')], [id('z'), id('gone')]]);
    expect(wrongDepth(lostOnes, 3)).toEqual([]);
    expect(wrongDepth(new Map(), 0)).toEqual([]);
    const many = new Map(
      Array.from({ length: 200_000 }, (_, index) => [id(`f${index}`), id('root')] as const),
    );
    expect(wrongDepth(many, 1)).toEqual([]);
  });
  it('two of a class with one name in a folder', () => {
    const found = sameNames(broken('l', { parentId: id('a'), nameKey: 'f.png', name: 'F.png' }));
    expect(found.map(({ rule }) => rule)).toEqual(['unique-names']);
  });
  it('an element whose folder is gone, and all below it', () =>
    expect(lost(broken('b', { parentId: id('gone') }), new Set()).map(({ message }) => message)).toEqual([
      '"b" (b) does not reach the root.',
      '"l" (l) does not reach the root.',
    ]));
  it('a folder inside itself', () =>
    expect(lost(broken('a', { parentId: id('b') }), new Set())).toHaveLength(4));
  it('a folder inside a link', () =>
    expect(lost(broken('b', { parentId: id('l') }), new Set())).toHaveLength(2));
  it('a limbo that no one will empty', () => {
    const deleted = broken('a', { parentId: id('limbo-p-a') });
    expect(lost(deleted, new Set([id('limbo-p-a')]))).toEqual([]);
    expect(lost(deleted, new Set())).toHaveLength(4);
  });
  it('an element that is found by a name which it no longer has', () =>
    expect(wrongWords(broken('l', { name: 'm' }))).toHaveLength(1));
  it('counters that differ from a recount', () =>
    expect(
      wrongCounters(counted, { ...noTrash, used: 30, count: 5, byKind: { Links: 21, Videos: 1 } }).map(
        ({ message }) => message,
      ),
    ).toEqual([
      'used is kept as 30, counted are 31.',
      'count is kept as 5, counted are 4.',
      'Images is kept as 0, counted are 10.',
      'Videos is kept as 1, counted are 0.',
    ]));
  it('a trash whose sums are wrong, or that exceeds the quota', () => {
    const [item, ...below] = broken('b', {
      parentId: id('limbo-p-b'),
      trashed: '2026-03-01T12:00:00.000Z b',
      trash: { home: id('a'), path: '/a/', together: 1, small: true },
    }).filter((row) => ['b', 'l'].includes(row.id));
    const foundOf = (kept: KeptSum) => {
      const counted: CatalogRow[] = item ? [{ ...item, kept }] : [];
      const trashed = counted.filter(isTrashItem);
      const sums = new TrashSums(
        new Map(trashed.map((row) => [row.id, row])),
        new Map([[id('b'), id('limbo-p-b')]]),
      );
      sums.add([...trashed, ...below]);
      return sums.problems();
    };
    const right = { bytes: 21, count: 2, byKind: { Links: 21 } };
    expect(foundOf(right)).toEqual([]);
    expect(foundOf({ ...right, bytes: 20 })).toMatchObject([{ rule: 'trash' }]);
    expect(foundOf({ ...right, count: 3 })).toMatchObject([{ rule: 'trash' }]);
    const room = { ...emptyRoom, quota: 100, used: 60, reserved: 30 };
    expect(wrongRoom({ ...room, kept: 10 })).toEqual([]);
    expect(wrongRoom({ ...room, kept: 11 })).toMatchObject([{ rule: 'trash' }]);
  });
  it('room that is kept for no one', () => expect(wrongReserved([], { reserved: 5 })).toHaveLength(1));
});
