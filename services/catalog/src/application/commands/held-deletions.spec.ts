import type { CatalogEvent } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, aQuota } from '../../../testing/facts.js';
import { below, inOrder, large, picture, run, stateOf } from '../../../testing/large-shelf.js';
import { addTo, edit, outcomeOf, paste, standing, uploadTo } from '../../../testing/shelf-commands.js';
import { listProcesses } from '../processes/stored-processes.js';
import { cancelProcess } from './cancel-process.js';
import { deleteElements } from './delete-elements.js';
import { purgeChunk } from '../processes/continue-deletion.js';

const hold = async ({ catalog, account, opId }: TestDrive, ...ids: string[]) =>
  (await deleteElements(catalog, account, opId(), ids, { holdSeconds: 60 })).process ?? '';
const undo = ({ catalog, account, opId }: TestDrive, process: string) =>
  cancelProcess(catalog, account, opId(), process, { exact: true });
const shelf = async (...more: CatalogEvent[]) => {
  const drive = testDrive();
  await drive.given(
    aFolder('a'),
    aFolder('b', 'a'),
    aFile('x.png', 'b'),
    aLink('l'),
    aLink('m', 'a'),
    ...more,
  );
  return drive;
};

describe('a deletion that is held', () => {
  it('is undone as if it had not been: names, places, tags, bytes', async () => {
    const drive = await shelf();
    const l = (await standing(drive)).find(({ row }) => row.name === 'l');
    if (l) await edit(drive, l.row, 'l', ['t']);
    const before = await picture(drive);
    const process = await hold(drive, 'a', 'l');
    expect(await standing(drive)).toEqual([]);
    await run(drive);
    expect((await undo(drive, process)).map(({ _id }) => _id)).toEqual(['a', 'l']);
    expect(await picture(drive)).toEqual(before);
    await inOrder(drive);
  });
  it('of a large folder too, in its last moment', async () => {
    const drive = await large();
    const before = await picture(drive);
    const process = await hold(drive, 'a');
    drive.clock.advance(59_999);
    await run(drive);
    await undo(drive, process);
    expect(await picture(drive)).toEqual(before);
    await inOrder(drive);
  });
  it('is purged when its time is over, and cannot be undone any more', async () => {
    const drive = await shelf();
    const process = await hold(drive, 'a', 'l');
    drive.clock.advance(60_000);
    await run(drive);
    expect(await stateOf(drive)).toMatchObject({ used: 0, count: 0 });
    expect(await outcomeOf(undo(drive, process))).toBe('process.not-found');
    await inOrder(drive);
  });
  it('is not under way until then', async () => {
    const drive = await large();
    await hold(drive, 'a');
    const list = () => listProcesses(drive.catalog, drive.account);
    expect(await list()).toEqual([]);
    drive.clock.advance(60_000);
    expect(await list()).toMatchObject([{ kind: 'delete' }]);
  });
  it('gives its names free at once', async () => {
    const drive = await shelf();
    await hold(drive, 'a');
    expect(await outcomeOf(addTo(drive, 'root', 'A', 'folder', []))).toBe('ok');
  });
  it('is not undone when something is purged of it', async () => {
    const drive = await large();
    const process = await hold(drive, 'a');
    const portion = { ids: ['a-0' as never], last: false };
    await purgeChunk(drive.catalog, drive.account.drive, process, 1, portion);
    expect(await outcomeOf(undo(drive, process))).toBe('process.not-found');
    await run(drive);
  });
  it('is not undone when its name is taken by then, or its folder is gone; later it may', async () => {
    const drive = await shelf();
    const inner = await hold(drive, 'm');
    const outer = await hold(drive, 'a');
    expect(await outcomeOf(undo(drive, inner))).toBe('folder.not-found');
    await addTo(drive, 'root', 'a', 'folder', []);
    expect(await outcomeOf(undo(drive, outer))).toBe('name.exists');
    const other = (await standing(drive)).find(({ path }) => path === '/a/');
    if (other) await edit(drive, other.row, 'other', []);
    await undo(drive, outer);
    await undo(drive, inner);
    expect(await below(drive, '/a/')).toEqual(['b/', 'b/x.png', 'm']);
    await inOrder(drive);
  });
  it('answers nothing to undo when there was nothing to delete', async () => {
    expect(await hold(testDrive(), 'nobodys')).toBe('');
  });
});

describe('who needs the room of a held deletion gets it', () => {
  const full = async () => {
    const drive = await shelf(aFile('big.png', 'root', 20_000_000));
    await drive.given(aQuota((await stateOf(drive)).used));
    return { drive, process: await hold(drive, 'big-png') };
  };
  const over = async ({ drive, process }: { drive: TestDrive; process: string }) => {
    expect(await outcomeOf(undo(drive, process))).toBe('process.not-found');
    await inOrder(drive);
  };
  it.each([
    ['a small upload', (drive: TestDrive) => uploadTo(drive, 'root', 'new.png', 5_000_000)],
    ['one in parts', (drive: TestDrive) => uploadTo(drive, 'root', 'new.png', 15_000_000)],
    ['a link', (drive: TestDrive) => outcomeOf(addTo(drive, 'root', 'n', 'link', []))],
    ['a copy', (drive: TestDrive) => outcomeOf(paste(drive, 'copy', 'root', 'x.png'))],
  ])('%s', async (_, act) => {
    const { drive, process } = await full();
    expect(await act(drive)).toBe('ok');
    await over({ drive, process });
  });
  it('several at the same time', async () => {
    const { drive, process } = await full();
    const all = await Promise.all(
      [1, 2, 3].map((each) => uploadTo(drive, 'root', `new${each}.png`, 6_000_000)),
    );
    expect(all).toEqual(['ok', 'ok', 'ok']);
    await over({ drive, process });
  });
  it('and who needs none leaves it alone', async () => {
    const { drive, process } = await full();
    expect(await outcomeOf(addTo(drive, 'root', 'n', 'folder', []))).toBe('ok');
    await undo(drive, process);
    await inOrder(drive);
  });
  it('and is refused when it is not enough', async () => {
    const { drive } = await full();
    expect(await uploadTo(drive, 'root', 'new.png', 21_000_000)).toBe('space.exceeded');
    await inOrder(drive);
  });
});
