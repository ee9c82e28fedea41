import { ROOT_ID, type OpId } from '@skyshelf/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PageOptions, RowReader } from '../src/port.js';
import { newDrive, shelfOf, type OpenStore, type Shelf, type ShelfStore } from './open-shelf.js';
import { addBook, createFolder } from '../src/example/shelf-commands.js';
import type { ShelfRow } from '../src/example/shelf-events.js';
import { shelfTree } from '../src/example/shelf-projection.js';
import { look, markRead, move, moveToLimbo } from '../src/example/shelf-tree-commands.js';

type Read<T> = (reader: RowReader<ShelfRow>) => Promise<T>;

export function readingContract(open: OpenStore): void {
  let store: ShelfStore;
  let close: () => Promise<void>;
  let shelf: Shelf;
  beforeAll(async () => ({ store, close } = await open()));
  afterAll(() => close());
  beforeEach(() => void (shelf = shelfOf(store)));

  const byId = (rows: ShelfRow[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const ids = (rows: readonly ShelfRow[] | null) => rows?.map((row) => row.id) ?? null;

  /** Outside, inside on its own, and inside right behind the commands that wrote what is read. */
  async function everywhere<T>(writes: Parameters<Shelf['together']>[0], read: Read<T>, expected: T) {
    const before = shelfOf(store);
    const within = shelfOf(store);
    await before.together(writes);
    expect(await read(await store.reader(before.drive))).toEqual(expected);
    expect(await before.run(look(read))).toEqual(expected);
    expect((await within.together([...writes, look(read)])).at(-1)).toEqual(expected);
  }

  describe('find', () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    const library = [
      createFolder('Novels', ROOT_ID, 'f1'),
      addBook({ id: 'b3', name: 'Dune', tags: ['sand', 'worm'], size: 3 }),
      addBook({ id: 'b1', name: 'Emma', tags: ['love'], size: 1 }),
      addBook({ id: 'b2', name: 'Dune (2)', tags: [], parentId: 'f1', size: 2 }),
      markRead(['b1'], at),
    ];
    const cases: [string, Read<ShelfRow[]>, string[]][] = [
      ['everything, by id', (reader) => reader.find({}), ['b1', 'b2', 'b3', 'f1']],
      ['equal values', (reader) => reader.find({ parentId: ROOT_ID, class: 'item' }), ['b1', 'b3']],
      ['one of several', (reader) => reader.find({ size: { in: [2, 3, 9] } }), ['b2', 'b3']],
      ['one of none', (reader) => reader.find({ size: { in: [] } }), []],
      ['ids', (reader) => reader.find({ id: { in: ['b3', 'b1', 'zz'] } }), ['b1', 'b3']],
      ['one id', (reader) => reader.find({ id: 'b2', parentId: 'f1' }), ['b2']],
      ['null', (reader) => reader.find({ read: null, class: 'item' }), ['b2', 'b3']],
      ['dates', (reader) => reader.find({ read: new Date(at) }), ['b1']],
      ['an entry of a list', (reader) => reader.find({ tags: 'worm' }), ['b3']],
      ['one of several entries', (reader) => reader.find({ tags: { in: ['love', 'sand'] } }), ['b1', 'b3']],
      ['the beginning of a text', (reader) => reader.find({ nameKey: { prefix: 'dune (' } }), ['b2']],
      ['the beginning of an entry', (reader) => reader.find({ tags: { prefix: 'wo' } }), ['b3']],
      ['a few', (reader) => reader.find({}, { limit: 2 }), ['b1', 'b2']],
      ['the next few', (reader) => reader.find({ class: 'item' }, { limit: 2, after: 'b1' }), ['b2', 'b3']],
      [
        'all of them in any order',
        async (reader) => byId(await reader.find({ class: 'item' }, { order: 'any' })),
        ['b1', 'b2', 'b3'],
      ],
      [
        'any of them, as many as asked for',
        async (reader) => byId(await reader.find({ parentId: 'f1' }, { limit: 1, order: 'any' })),
        ['b2'],
      ],
      ['those behind an id', (reader) => reader.find({ parentId: ROOT_ID }, { after: 'b1' }), ['b3', 'f1']],
    ];
    it.each(cases)('finds %s', async (_, read, expected) => {
      await everywhere(library, async (reader) => ids(await read(reader)), expected);
    });

    it('refuses a condition that is undefined: it would find everything', async () => {
      const reader = await store.reader(newDrive());
      await expect((async () => reader.find({ parentId: undefined }))()).rejects.toThrow(/undefined/u);
    });

    it('finds many rows', async () => {
      await shelf.together(
        Array.from({ length: 250 }, (_, i) =>
          createFolder(`f${i}`, ROOT_ID, `id${String(i).padStart(3, '0')}`),
        ),
      );
      const rows = await (await store.reader(shelf.drive)).find({ parentId: ROOT_ID });
      expect(ids(rows)).toEqual(Array.from({ length: 250 }, (_, i) => `id${String(i).padStart(3, '0')}`));
    });
  });

  describe('a glance at the whole', () => {
    const shelf = shelfOf;
    const names = ['b', 'a', 'ü', 'z', '\u{1f600}', '\ufb01'];
    const open = async () => {
      const { drive, together } = shelf(store);
      await together([
        createFolder('F', ROOT_ID, 'f'),
        ...names.map((name, index) =>
          addBook({ name, parentId: 'f', size: index, tags: ['t', `t${index}`] }),
        ),
      ]);
      return store.reader(drive);
    };

    it('counts, no further than asked', async () => {
      const survey = await open();
      expect(await survey.count({})).toBe(7);
      expect(await survey.count({ parentId: 'f' })).toBe(6);
      expect(await survey.count({ tags: 't' })).toBe(6);
      expect(await survey.count({ tags: { prefix: 't' } }, 4)).toBe(4);
      expect(await survey.count({ tags: 'none' })).toBe(0);
      await expect((async () => survey.count({ parentId: undefined }))()).rejects.toThrow(/undefined/u);
    });

    it('adds up', async () => {
      const survey = await open();
      expect(await survey.total({ parentId: { in: ['f', 'none'] } }, 'size')).toEqual({ count: 6, sum: 15 });
      expect(await survey.total({ parentId: 'none' }, 'size')).toEqual({ count: 0, sum: 0 });
    });

    it('tells how often each entry of a list occurs', async () => {
      const survey = await open();
      expect(await survey.tally({ parentId: 'f' }, 'tags', 3)).toEqual([
        { entry: 't', count: 6 },
        { entry: 't0', count: 1 },
        { entry: 't1', count: 1 },
      ]);
      expect(await survey.tally({ tags: { prefix: 'none' } }, 'tags', 3)).toEqual([]);
    });

    it('goes through a folder by name, page by page, both ways', async () => {
      const survey = await open();
      const inOrder = ['a', 'b', 'z', 'ü', '\ufb01', '\u{1f600}'].map((name) => name.toLowerCase());
      const walk = async (options: Partial<PageOptions<ShelfRow>>): Promise<string[]> => {
        const seen: string[] = [];
        for (;;) {
          const after = seen.at(-1);
          const page = await survey.page(
            { parentId: 'f', class: 'item' },
            { by: 'nameKey', limit: 2, ...options, ...(after !== undefined && { after }) },
          );
          seen.push(...page.map(({ nameKey }) => nameKey));
          if (page.length < 2) return seen;
        }
      };
      expect(await walk({})).toEqual(inOrder);
      expect(await walk({ descending: true })).toEqual(inOrder.toReversed());
    });
  });

  describe('the way to the root', () => {
    const tree = [
      createFolder('A', ROOT_ID, 'a'),
      createFolder('B', 'a', 'b'),
      addBook({ name: 'C', parentId: 'b', id: 'c' }),
    ];

    it('is given from the element upwards', () =>
      everywhere(tree, async (reader) => ids(await reader.ancestors('c')), ['c', 'b', 'a']));
    it('is empty for the root itself', () =>
      everywhere(tree, async (reader) => ids(await reader.ancestors(ROOT_ID)), []));
    it('does not exist for what does not exist', () =>
      everywhere(tree, async (reader) => ids(await reader.ancestors('zz')), null));
    it('follows a move', () =>
      everywhere([...tree, move('b', ROOT_ID)], async (reader) => ids(await reader.ancestors('c')), [
        'c',
        'b',
      ]));
    it('does not exist from below what was put away', () =>
      everywhere(
        [...tree, moveToLimbo('a', 'p1')],
        async (reader) => ids(await reader.ancestors('c')),
        null,
      ));

    it('ends at the depth that the projection declares', async () => {
      const { maxDepth } = shelfTree;
      const deep = Array.from({ length: maxDepth + 1 }, (_, i) =>
        createFolder(`f${i}`, i === 0 ? ROOT_ID : `f${i - 1}`, `f${i}`),
      );
      await shelf.together(deep);
      const reader = await store.reader(shelf.drive);
      expect(await reader.ancestors(`f${maxDepth - 1}`)).toHaveLength(maxDepth);
      expect(await reader.ancestors(`f${maxDepth}`)).toBeNull();
      expect(await shelf.run(look(async (inside) => ids(await inside.ancestors(`f${maxDepth}`))))).toBeNull();
    });
  });

  it('shows a drive that no one has used as empty', async () => {
    const drive = newDrive();
    const reader = await store.reader(drive);
    const nothing = { version: 0, used: 0, count: 0, reserved: 0, bounds: { depth: 0 } };
    expect(reader.state()).toEqual({ ...nothing, quota: 1000 });
    expect([await store.version(drive), await reader.find({}), await store.events(drive, 0, 10)]).toEqual([
      0,
      [],
      [],
    ]);
  });

  it('shows a drive as it was at one moment, whatever commands do meanwhile', async () => {
    await shelf.together([createFolder('a', ROOT_ID, 'a'), createFolder('b', ROOT_ID, 'b')]);
    const { reader, close: leave } = await store.readerAtOnce(shelf.drive);
    await shelf.together([move('b', 'a'), createFolder('c', ROOT_ID, 'c')]);
    expect(reader.state()).toMatchObject({ version: 2, count: 2 });
    expect(ids(await reader.find({ parentId: ROOT_ID }))).toEqual(['a', 'b']);
    expect(ids(await reader.ancestors('b'))).toEqual(['b']);
    expect(await reader.page({ parentId: ROOT_ID }, { by: 'name', limit: 9 })).toHaveLength(2);
    await leave();
    const later = await store.readerAtOnce(shelf.drive);
    expect(ids(await later.reader.ancestors('b'))).toEqual(['b', 'a']);
    await later.close();
  });

  it('finds the events of operations, in the order in which they happened', async () => {
    await shelf.together(['a', 'b', 'c'].map((name) => createFolder(name)));
    const [first, second, third] = await store.events(shelf.drive, 0, 3);
    const asked = [third, first].flatMap((event) => event?.opId ?? []);
    expect(await store.eventsOf(shelf.drive, [...asked, 'none' as OpId])).toEqual([first, third]);
    expect(await store.eventsOf(newDrive(), second ? [second.opId] : [])).toEqual([]);
  });

  it('pages through events and lists drives', async () => {
    await shelf.together(['a', 'b', 'c', 'd'].map((name) => createFolder(name)));
    expect((await store.events(shelf.drive, 1, 2)).map(({ version }) => version)).toEqual([2, 3]);
    const { drives, total } = await store.drives(null, 1000);
    expect(drives.find(({ drive }) => drive === shelf.drive)).toMatchObject({
      drive: shelf.drive,
      version: 4,
      count: 4,
      used: 0,
    });
    expect(total).toBeGreaterThanOrEqual(drives.length);
    const ids = drives.map(({ drive }) => drive);
    expect(ids).toEqual(ids.toSorted());
    expect((await store.drives(ids[0] ?? null, 1)).drives).toEqual(drives.slice(1, 2));
    expect((await store.drives(ids.at(-1) ?? null, 1)).drives).toEqual([]);
  });
}
