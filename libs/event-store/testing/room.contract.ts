import { ROOT_ID } from '@skyshelf/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, newOp, shelfOf, type OpenStore, type Shelf, type ShelfStore } from './open-shelf.js';
import { addBook, command, createFolder, reserveSpace } from '../src/example/shelf-commands.js';
import { changeQuota, look, release, remove, reserve } from '../src/example/shelf-tree-commands.js';

export function roomContract(open: OpenStore): void {
  let store: ShelfStore;
  let jobs: Awaited<ReturnType<OpenStore>>['jobs'];
  let close: () => Promise<void>;
  let shelf: Shelf;
  let now: () => Date;
  beforeAll(async () => ({ store, jobs, close, now } = await open({ quota: 100 })));
  afterAll(() => close());
  beforeEach(() => void (shelf = shelfOf(store)));

  describe('room', () => {
    it('is never exceeded by many additions at once', async () => {
      const outcomes = await shelf.together(
        Array.from({ length: 30 }, (_, i) => addBook({ name: `b${i}`, size: 10 })),
      );
      expect(outcomes.filter((each) => each === 'space.exceeded')).toHaveLength(20);
      expect(await shelf.state()).toMatchObject({ used: 100, count: 10 });
    });

    it('counts what is reserved, and turns it into bytes without asking again', async () => {
      await shelf.run(reserve('upload', 80));
      await expect(shelf.run(addBook({ name: 'Big', size: 21 }))).rejects.toMatchObject({
        code: 'space.exceeded',
      });
      await expect(shelf.run(reserve('other', 21))).rejects.toMatchObject({ code: 'space.exceeded' });
      await shelf.run(changeQuota(50));
      await shelf.run(addBook({ name: 'Arrived', size: 80, reserved: 80 }));
      expect(await shelf.state()).toMatchObject({ used: 80, reserved: 0, quota: 50 });
    });

    it('for which a command is refused leaves none of its jobs, while its neighbour enters its own', async () => {
      const entering = (key: string, bytes: number) =>
        command(
          'enqueue',
          { key },
          async () => null,
          () => ({ event: null, answer: 'entered' }),
          async (side) => {
            await side.enqueue({ key, kind: 'mail', payload: { key } });
            await side.adjust((totals) => ({ ...totals, reserved: totals.reserved + bytes }));
          },
        );
      const kept = newOp();
      const lost = newOp();
      expect(await shelf.together([entering(kept, 1), entering(lost, 101)])).toEqual([
        'entered',
        'space.exceeded',
      ]);
      expect(await jobs.find(kept)).toMatchObject({ drive: shelf.drive, payload: { key: kept }, open: true });
      expect(await jobs.find(lost)).toBeNull();
    });

    it('is not needed for what takes none, also beyond the quota', async () => {
      const { id } = await shelf.run(addBook({ name: 'Big', size: 100 }));
      await shelf.run(changeQuota(10));
      await shelf.run(createFolder('Still possible'));
      await shelf.run(remove(id));
      expect(await shelf.state()).toMatchObject({ used: 0 });
    });

    it('follows a larger quota', async () => {
      expect(
        await shelf.together([
          addBook({ name: 'A', size: 150 }),
          changeQuota(200),
          addBook({ name: 'A', size: 150 }),
        ]),
      ).toEqual(['space.exceeded', { quota: 200 }, { id: expect.any(String) }]);
    });

    it('cannot be given back beyond what was reserved', async () => {
      await shelf.run(
        command(
          'give',
          {},
          async () => null,
          () => ({ event: null, answer: null }),
          (side) => reserveSpace(side, -5),
        ),
      );
      expect(await shelf.state()).toMatchObject({ reserved: 0 });
    });
  });

  describe('the state next to the stream', () => {
    it('is written with the command, seen by the next, and gone when it is removed', async () => {
      const seen = look((reader) =>
        reader.side<{ id: string; bytes: number }>('reservations').find({ bytes: { in: [5, 6] } }),
      );
      expect(
        await shelf.together([reserve('a', 5), reserve('b', 7), seen, reserve('a', 5), release('a'), seen]),
      ).toEqual([
        { again: false },
        { again: false },
        [{ id: 'a', bytes: 5 }],
        { again: true },
        { bytes: 5 },
        [],
      ]);
      const reader = await store.reader(shelf.drive);
      expect(await reader.side('reservations').find({})).toEqual([{ id: 'b', bytes: 7 }]);
      expect(await reader.side('reservations').get('a')).toBeNull();
      expect(reader.state()).toMatchObject({ reserved: 7, version: 0 });
    });

    it('does not stay when its command fails at the last moment', async () => {
      const tooMuch = command(
        'too-much',
        {},
        async () => null,
        () => ({ event: { type: 'shelf.quota.changed' as const, quota: 10 }, answer: null }),
        async (side) => {
          await side.put('settings', { id: 'red' });
          await reserveSpace(side, 11);
        },
      );
      expect(await shelf.together([tooMuch, createFolder('A')])).toEqual([
        'space.exceeded',
        { id: expect.any(String) },
      ]);
      expect(await (await store.reader(shelf.drive)).side('settings').get('red')).toBeNull();
      expect(await shelf.state()).toMatchObject({ quota: 100, reserved: 0, version: 1 });
    });

    it('belongs to one drive', async () => {
      const mine = shelfOf(store);
      const yours = shelfOf(store);
      await mine.run(reserve('a', 5));
      expect(await (await store.reader(yours.drive)).side('reservations').get('a')).toBeNull();
      expect(await (await store.reader(yours.drive)).side('reservations').find({})).toEqual([]);
    });

    it('shows which drives have open work, and which have some that ran out', async () => {
      const early = shelfOf(store);
      const late = shelfOf(store);
      const none = shelfOf(store);
      const at = (ms: number) => new Date(now().getTime() + ms);
      await early.run(reserve('a', 1, at(1000)));
      await early.run(reserve('b', 1, at(1000)));
      await late.run(reserve('c', 1, at(9000)));
      await none.run(createFolder('A'), newOp());
      const ours = new Set<string>([early.drive, late.drive, none.drive]);
      const drivesOf = async (moment?: Date) => {
        const found: string[] = [];
        for await (const drive of store.drivesWith('reservations', moment))
          if (ours.has(drive)) found.push(drive);
        return found.toSorted();
      };
      expect(await drivesOf()).toEqual([early.drive, late.drive].toSorted());
      expect(await drivesOf(at(5000))).toEqual([early.drive]);
      expect(await drivesOf(at(1000))).toEqual([]);
    });
  });

  it('keeps drives apart: what one holds another does not see', async () => {
    const mine = shelfOf(store);
    const yours = shelfOf(store);
    const { id } = await mine.run(createFolder('Secret'));
    const reader = await store.reader(yours.drive);
    expect([await reader.get(id), await reader.find({}), await reader.ancestors(id)]).toEqual([
      null,
      [],
      null,
    ]);
    expect(await yours.run(remove(id)).catch(codeOf)).toBe('element.not-found');
    expect(await yours.names(ROOT_ID)).toEqual([]);
  });
}
