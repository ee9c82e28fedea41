import { ROOT_ID } from '@skyshelf/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shelfOf, type OpenStore, type ShelfStore } from './open-shelf.js';
import { addBook, createFolder, rename } from '../src/example/shelf-commands.js';
import { changeQuota, markRead, move, remove, reserve } from '../src/example/shelf-tree-commands.js';

export function rebuildContract(open: OpenStore): void {
  let store: ShelfStore;
  let close: () => Promise<void>;
  beforeAll(async () => ({ store, close } = await open()));
  afterAll(() => close());

  describe('the read model', () => {
    it('equals a replay of the events, and a rebuild changes nothing but makes it again', async () => {
      const shelf = shelfOf(store);
      await shelf.together([
        createFolder('Novels', ROOT_ID, 'n'),
        createFolder('Old', 'n', 'o'),
        addBook({ name: 'Dune', parentId: 'o', id: 'd', size: 9 }),
        addBook({ name: 'Gone', id: 'g', size: 5 }),
        rename('d', 'DUNE'),
        move('o', ROOT_ID),
        markRead(['d', 'zz'], new Date(1)),
        remove('g'),
        changeQuota(500),
        reserve('r', 7),
      ]);
      const live = await store.dump(shelf.drive);
      expect(live).toContain('"name":"DUNE"');
      expect(await store.replay(shelf.drive)).toBe(live);
      expect(await store.difference(shelf.drive)).toBeNull();
      expect(await store.rebuild(shelf.drive)).toEqual({ rows: 3, version: 9 });
      expect(await store.dump(shelf.drive)).toBe(live);
      expect(await shelf.state()).toMatchObject({ used: 9, quota: 500, reserved: 7 });
    });

    it('can be rebuilt while commands go on, and again', async () => {
      const shelf = shelfOf(store);
      await shelf.together(Array.from({ length: 100 }, (_, i) => createFolder(`a${i}`)));
      const writing = shelf.together(Array.from({ length: 100 }, (_, i) => createFolder(`b${i}`)));
      await store.rebuild(shelf.drive);
      await writing;
      await store.rebuild(shelf.drive);
      expect(await shelf.state()).toMatchObject({ version: 200, count: 200 });
      expect(await store.dump(shelf.drive)).toBe(await store.replay(shelf.drive));
      await shelf.run(createFolder('after'));
      expect(await shelf.names(ROOT_ID)).toHaveLength(201);
    });

    it('can be compared with its events while commands go on', async () => {
      const shelf = shelfOf(store);
      const found: unknown[] = [];
      for (let round = 0; round < 10; round += 1) {
        const names = Array.from({ length: 10 }, (_, i) => `c${round}-${i}`);
        const writing = Promise.all(names.map((name) => shelf.run(createFolder(name))));
        found.push(await store.difference(shelf.drive));
        await writing;
      }
      expect(found.filter((each) => each !== null)).toEqual([]);
    });

    it('of a drive that no one has used is rebuilt to nothing', async () => {
      expect(await store.rebuild(shelfOf(store).drive)).toEqual({ rows: 0, version: 0 });
    });
  });
}
