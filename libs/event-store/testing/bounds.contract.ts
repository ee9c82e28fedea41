import { ROOT_ID } from '@skyshelf/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addBook, createFolder, rename } from '../src/example/shelf-commands.js';
import { countDepth, look, move, remove } from '../src/example/shelf-tree-commands.js';
import { shelfOf, type OpenStore, type Shelf, type ShelfStore } from './open-shelf.js';

const depthOf = async (shelf: Shelf) => (await shelf.state()).bounds.depth;

export function boundsContract(open: OpenStore): void {
  let store: ShelfStore;
  let close: () => Promise<void>;
  let shelf: Shelf;
  beforeAll(async () => ({ store, close } = await open()));
  afterAll(() => close());
  beforeEach(() => void (shelf = shelfOf(store)));

  const seen = look(async (reader) => reader.state().bounds.depth);

  describe('a bound: how deep a drive is at most', () => {
    it('is what its commands say: the deepest folder counts, also when it is gone', async () => {
      await shelf.run(createFolder('a', ROOT_ID, 'a'));
      await shelf.run(createFolder('b', 'a', 'b'));
      await shelf.run(createFolder('c', ROOT_ID));
      await shelf.run(addBook({ name: 'Dune', parentId: 'b', id: 'd' }));
      await shelf.run(rename('d', 'Emma'));
      expect(await depthOf(shelf)).toBe(2);
      await shelf.run(remove('b'));
      expect(await depthOf(shelf)).toBe(2);
    });

    it('is told to each command of a transaction as those before it have left it', async () => {
      const [, first, , second] = await shelf.together([
        createFolder('a', ROOT_ID, 'a'),
        seen,
        createFolder('b', 'a', 'b'),
        seen,
      ]);
      expect([first, second, await depthOf(shelf)]).toEqual([1, 2, 2]);
    });

    it('is not raised by what is refused', async () => {
      await shelf.run(createFolder('a', ROOT_ID, 'a'));
      await expect(shelf.run(createFolder('b', 'nowhere'))).rejects.toThrow();
      await expect(shelf.run(createFolder('A'))).rejects.toThrow();
      expect(await depthOf(shelf)).toBe(1);
    });

    it('is unknown after a command that does not say, until it is counted', async () => {
      await shelf.together([createFolder('a', ROOT_ID, 'a'), createFolder('b', ROOT_ID, 'b')]);
      await shelf.run(move('b', 'a'));
      expect(await depthOf(shelf)).toBeUndefined();
      await shelf.run(createFolder('c', 'b', 'c'));
      expect(await depthOf(shelf)).toBeUndefined();
      const { version } = await shelf.state();
      await shelf.run(countDepth(3));
      expect(await shelf.state()).toMatchObject({ bounds: { depth: 3 }, version });
      await shelf.run(createFolder('d', 'c'));
      expect(await depthOf(shelf)).toBe(4);
      await shelf.run(countDepth(2));
      expect(await depthOf(shelf)).toBe(2);
    });

    it('is counted again after a rebuild', async () => {
      await shelf.run(createFolder('a'));
      await store.rebuild(shelf.drive);
      expect(await depthOf(shelf)).toBeUndefined();
      await shelf.run(countDepth(1));
      expect(await shelf.run(seen)).toBe(1);
    });
  });
}
