import { ROOT_ID } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { codeOf, newOp, origin, shelfOf, type OpenStore } from './open-shelf.js';
import { command, createFolder } from '../src/example/shelf-commands.js';

const chunk = (name: string, log: string[]) =>
  command(
    name,
    {},
    async () => null,
    () => {
      log.push(name);
      return { event: null, answer: null };
    },
  );

export function queueContract(open: OpenStore): void {
  describe('the queue of a drive', () => {
    it('lets a waiting person through between two chunks of a long process', async () => {
      const { store, close } = await open();
      const shelf = shelfOf(store);
      const log: string[] = [];
      const background = { ...origin, interactive: false };
      const chunks = [1, 2, 3].map((n) => shelf.run(chunk(`chunk ${n}`, log), newOp(), background));
      const person = [1, 2].map((n) => shelf.run(chunk(`person ${n}`, log)));
      await Promise.all([...chunks, ...person]);
      expect(log).toEqual(['person 1', 'person 2', 'chunk 1', 'chunk 2', 'chunk 3']);

      log.length = 0;
      const first = shelf.run(chunk('chunk 1', log), newOp(), background);
      const second = shelf.run(chunk('chunk 2', log), newOp(), background);
      const late = first.then(() =>
        Promise.all([
          shelf.run(chunk('late person', log)),
          shelf.run(chunk('chunk 3', log), newOp(), background),
        ]),
      );
      await Promise.all([first, second, late]);
      expect(log.indexOf('late person')).toBeLessThan(log.indexOf('chunk 3'));
      await close();
    });

    it('refuses with "busy" when too many wait, and keeps those that wait', async () => {
      const { store, close } = await open({ queueLimit: 5 });
      const shelf = shelfOf(store);
      const outcomes = await shelf.together(Array.from({ length: 9 }, (_, i) => createFolder(`f${i}`)));
      expect(outcomes.filter((each) => each === 'drive.busy')).toHaveLength(4);
      expect(await shelf.names(ROOT_ID)).toHaveLength(5);
      await close();
    });

    it('finishes what it has when the store closes, and takes nothing new', async () => {
      const { store, close } = await open();
      const shelf = shelfOf(store);
      const running = shelf.together(Array.from({ length: 40 }, (_, i) => createFolder(`f${i}`)));
      const closing = store.close();
      expect(await shelf.run(createFolder('late')).catch(codeOf)).toBe('starting');
      await closing;
      expect(await running).toHaveLength(40);
      expect(await store.version(shelf.drive)).toBe(40);
      await close();
    });
  });
}
