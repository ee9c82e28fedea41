import { DomainError, ROOT_ID, type OpId } from '@skyshelf/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newOp, origin, shelfOf, type OpenStore, type Shelf, type ShelfStore } from './open-shelf.js';
import { addBook, command, createFolder, rename } from '../src/example/shelf-commands.js';
import { look, markRead, remove } from '../src/example/shelf-tree-commands.js';

export function commandsContract(open: OpenStore): void {
  let store: ShelfStore;
  let close: () => Promise<void>;
  let shelf: Shelf;
  let now: () => Date;
  beforeAll(async () => ({ store, close, now } = await open()));
  afterAll(() => close());
  beforeEach(() => void (shelf = shelfOf(store)));

  describe('a command', () => {
    it('leaves one event with its origin, its rows and its counters', async () => {
      const { id } = await shelf.run(addBook({ name: 'Dune', size: 7, tags: ['sand'] }), 'op:first' as OpId);
      expect(await store.events(shelf.drive, 0, 10)).toEqual([
        {
          id: `shelf:${shelf.drive}:1`,
          drive: shelf.drive,
          version: 1,
          schema: 1,
          opId: 'op:first',
          at: now(),
          ...origin,
          data: expect.objectContaining({ type: 'shelf.book.added', id, name: 'Dune' }),
        },
      ]);
      expect(await (await store.reader(shelf.drive)).get(id)).toEqual({
        id,
        parentId: ROOT_ID,
        class: 'item',
        nameKey: 'dune',
        name: 'Dune',
        size: 7,
        tags: ['sand'],
        born: now(),
        read: null,
        rev: 1,
      });
      expect(await shelf.state()).toEqual({
        version: 1,
        used: 7,
        count: 1,
        quota: 1000,
        reserved: 0,
        bounds: { depth: 0 },
      });
    });

    it('happens once: sent again it gets its first answer, even when it would be refused by now', async () => {
      const opId = newOp();
      const first = await shelf.run(createFolder('Novels'), opId);
      expect(await shelf.run(createFolder('Novels'), opId)).toEqual(first);
      await shelf.run(remove(first.id));
      expect(await shelf.run(createFolder('Novels'), opId)).toEqual(first);
      expect(await store.version(shelf.drive)).toBe(2);
    });

    it('happens once when it is sent twice at the same moment', async () => {
      const opId = newOp();
      const answers = await Promise.all(
        [1, 2, 3].map(() => shelf.run(addBook({ name: 'Emma', blind: true }), opId)),
      );
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      expect(await shelf.names(ROOT_ID)).toEqual(['Emma']);
    });

    it('happens once also when others go with it', async () => {
      const opId = newOp();
      const first = await shelf.run(addBook({ name: 'A', blind: true }), opId);
      const again = shelf.run(addBook({ name: 'A', blind: true }), opId);
      const others = shelf.together([createFolder('B'), createFolder('C')]);
      expect(await again).toEqual(first);
      expect(await others).toHaveLength(2);
      expect(await shelf.names(ROOT_ID)).toEqual(['A', 'B', 'C']);
    });

    it('is refused when its key was used for another intention', async () => {
      const opId = newOp();
      await shelf.run(createFolder('Novels'), opId);
      await expect(shelf.run(createFolder('Poems'), opId)).rejects.toMatchObject({
        code: 'operation.reused',
      });
      await expect(shelf.run(rename('x', 'y'), opId)).rejects.toMatchObject({ code: 'operation.reused' });
    });

    it('leaves nothing when it is refused, and its key may be used again', async () => {
      const opId = newOp();
      await expect(shelf.run(createFolder('Here', 'nowhere'), opId)).rejects.toMatchObject({
        code: 'folder.not-found',
      });
      expect(await store.version(shelf.drive)).toBe(0);
      await shelf.run(createFolder('Here'), opId);
      expect(await shelf.names(ROOT_ID)).toEqual(['Here']);
    });

    it('leaves no event when there is nothing to do', async () => {
      const { id } = await shelf.run(createFolder('Novels'));
      expect(await shelf.run(rename(id, 'Novels'))).toEqual({ renamed: 0 });
      expect(await store.version(shelf.drive)).toBe(1);
    });

    it('keeps answers of any shape', async () => {
      for (const answer of [undefined, null, 0, '', [], { a: [null, { b: 'c' }] }]) {
        const opId = newOp();
        const odd = command(
          'odd',
          {},
          async () => null,
          () => ({ event: { type: 'shelf.quota.changed', quota: 1000 }, answer }),
        );
        expect(await shelf.run(odd, opId)).toEqual(answer);
        expect(await shelf.run(odd, opId)).toEqual(answer);
      }
    });

    it('stores nothing that is no event of the service', async () => {
      const wrong = command(
        'wrong',
        {},
        async () => null,
        () => ({
          event: { type: 'shelf.quota.changed', quota: 'much' as unknown as number },
          answer: null,
        }),
      );
      await expect(shelf.run(wrong)).rejects.toThrow(/quota/u);
      expect(await store.version(shelf.drive)).toBe(0);
    });

    it('tells who listens of the new version, and of nothing when nothing happened', async () => {
      const heard: number[] = [];
      store.onCommitted((drive, version) => drive === shelf.drive && heard.push(version));
      const { id } = await shelf.run(createFolder('Novels'));
      await shelf.run(rename(id, 'Novels'));
      await shelf.run(rename(id, 'Poems'));
      expect(heard).toEqual([1, 2]);
    });
  });

  describe('commands at the same moment', () => {
    it('see what those before them did', async () => {
      const outcomes = await shelf.together([
        createFolder('Novels', ROOT_ID, 'novels'),
        addBook({ name: 'Dune', parentId: 'novels', id: 'dune' }),
        rename('dune', 'Dune Messiah'),
        addBook({ name: 'Dune', parentId: 'novels' }),
        markRead(['dune', 'nobody'], new Date(0)),
        look(async (reader) =>
          (await reader.find({ parentId: 'novels', read: new Date(0) })).map((row) => row.name),
        ),
        remove('novels'),
        look((reader) => reader.find({})),
      ]);
      expect(outcomes).toEqual([
        { id: 'novels' },
        { id: 'dune' },
        { renamed: 1 },
        { id: expect.any(String) },
        null,
        ['Dune Messiah'],
        { removed: 3 },
        [],
      ]);
      expect(await shelf.state()).toMatchObject({ version: 6, used: 0, count: 0 });
    });

    it('let only one of fifty have a name, however it is written', async () => {
      const spellings = ['Café', 'CAFÉ', 'cafe\u0301', ' Café '];
      const outcomes = await shelf.together(
        Array.from({ length: 50 }, (_, i) => createFolder(spellings[i % 4] ?? '')),
      );
      expect(outcomes.filter((each) => each === 'name.exists')).toHaveLength(49);
      expect(await shelf.state()).toMatchObject({ version: 1, count: 1 });
    });

    it('are refused alone when the database finds the collision, and the others go through', async () => {
      const books = ['A', 'B', 'B', 'C'].map((name) => addBook({ name, blind: true }));
      expect(await shelf.together(books)).toEqual([
        { id: expect.any(String) },
        { id: expect.any(String) },
        'name.exists',
        { id: expect.any(String) },
      ]);
      expect(await shelf.names(ROOT_ID)).toEqual(['A', 'B', 'C']);
    });

    it('collide also with what a later one of them takes away', async () => {
      await shelf.run(addBook({ name: 'A', id: 'a' }));
      const outcomes = await shelf.together([
        addBook({ name: 'A', blind: true }),
        remove('a'),
        addBook({ name: 'A' }),
      ]);
      expect(outcomes).toEqual(['name.exists', { removed: 1 }, { id: expect.any(String) }]);
    });

    it('may swap names', async () => {
      await shelf.together([createFolder('A', ROOT_ID, 'a'), createFolder('B', ROOT_ID, 'b')]);
      expect(await shelf.together([rename('a', 'C'), rename('b', 'A'), rename('a', 'B')])).toEqual([
        { renamed: 1 },
        { renamed: 1 },
        { renamed: 1 },
      ]);
      expect(await shelf.names(ROOT_ID)).toEqual(['A', 'B']);
    });

    it('are not touched by the error of another', async () => {
      const broken = command(
        'broken',
        {},
        async () => null,
        (): never => {
          throw new DomainError('type.not-allowed');
        },
      );
      expect(await shelf.together([createFolder('A'), broken, createFolder('B')])).toEqual([
        { id: expect.any(String) },
        'type.not-allowed',
        { id: expect.any(String) },
      ]);
    });

    it('keep versions without gaps on many drives side by side', async () => {
      const shelves = Array.from({ length: 5 }, () => shelfOf(store));
      await Promise.all(
        shelves.map((shelf) => shelf.together(Array.from({ length: 20 }, (_, i) => createFolder(`f${i}`)))),
      );
      for (const shelf of shelves) {
        const events = await store.events(shelf.drive, 0, 100);
        expect(events.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
      }
    });
  });
}
