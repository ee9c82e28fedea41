import type { CatalogEvent } from '@skyshelf/contracts';
import { expect, it, vi } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFolder } from '../../../testing/facts.js';
import { inOrder } from '../../../testing/large-shelf.js';
import { outcomeOf } from '../../../testing/shelf-commands.js';
import { fullChunks } from '../processes/chunk-pace.js';
import { DepthCounter } from '../processes/depth-counter.js';
import { tendTrash } from '../trash/tend-trash.js';
import { deleteElements } from './delete-elements.js';
import { restoreTrash, type Restoring } from './restore-trash.js';

const shelf = async (...facts: CatalogEvent[]) => {
  const drive = testDrive({ trashDays: 30 });
  await drive.given(...facts);
  const counter = new DepthCounter(drive.catalog, { warn: expect.fail });
  counter.wake(drive.account.drive);
  await counter.idle();
  return drive;
};
const remove = ({ catalog, account, opId }: TestDrive, id: string) =>
  deleteElements(catalog, account, opId(), [id]);
const restore = ({ catalog, account, opId }: TestDrive, ids: string[], rest: Omit<Restoring, 'ids'> = {}) =>
  restoreTrash(catalog, account, opId(), { ids, ...rest });
const tend = ({ catalog, account: { drive } }: TestDrive) =>
  tendTrash(catalog, drive, fullChunks, new AbortController().signal);

/** The rows that are read outside of transactions from now on. */
const countRows = ({ catalog: { store } }: TestDrive) => {
  let rows = 0;
  const open = store.reader.bind(store);
  vi.spyOn(store, 'reader').mockImplementation(async (...of) => {
    const reader = await open(...of);
    const find: typeof reader.find = async (...asked) => {
      const found = await reader.find(...asked);
      rows += found.length;
      return found;
    };
    return { ...reader, find };
  });
  return () => rows;
};

it.each(['at once', 'when it is counted'])('reads as much over few and many folders, %s', async (when) => {
  const work = [];
  for (const count of [300, 600]) {
    const inside = Array.from({ length: count }, (_, index) => aFolder(`b-${index}`, 'b'));
    const drive = await shelf(aFolder('a'), aFolder('b', 'a'), ...inside);
    await remove(drive, 'a');
    if (when !== 'at once') await tend(drive);
    const read = countRows(drive);
    await restore(drive, ['a']);
    work.push(read());
    await inOrder(drive);
  }
  expect(work[0]).toBeLessThan(10);
  expect(work[1]).toBe(work[0]);
});
it('counts a folder that may be too deep for where it comes', async () => {
  const chain = (name: string, length: number) =>
    Array.from({ length }, (_, at) => aFolder(`${name}${at}`, at === 0 ? 'root' : `${name}${at - 1}`));
  const drive = await shelf(...chain('x', 100), ...chain('y', 100), aFolder('flat'));
  await remove(drive, 'flat');
  await remove(drive, 'y70');
  expect(await restore(drive, ['flat'], { to: 'x98' })).toHaveLength(1);
  expect(await outcomeOf(restore(drive, ['y70'], { to: 'x97' }))).toBe('depth.exceeded');
  expect(await restore(drive, ['y70'], { to: 'x96' })).toHaveLength(1);
  await inOrder(drive);
});
