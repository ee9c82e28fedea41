import { type CatalogEvent, type ElementId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive } from '../../testing/catalog-subject.js';
import { aFolder, aLink, manyFiles } from '../../testing/facts.js';
import { below, inOrder, large, run } from '../../testing/large-shelf.js';
import { addTo, remove } from '../../testing/shelf-commands.js';
import { listProcesses } from '../processes/list-processes.js';
import { cancelProcess } from './cancel-process.js';

describe('a large deletion that is stopped', () => {
  const half = async (...more: CatalogEvent[]) => {
    const drive = await large(...more);
    await remove(drive, ['a']);
    const [process] = await listProcesses(drive.catalog, drive.account);
    expect(process).toMatchObject({ kind: 'delete', done: 0, total: null });
    return { drive, process: process?.process ?? '' };
  };
  it('brings back what is left, where it was', async () => {
    const { drive, process } = await half();
    const [folder] = await cancelProcess(drive.catalog, drive.account, drive.opId(), process);
    expect(folder).toMatchObject({ _id: 'a', linkname: 'a', path: '/' });
    await run(drive);
    expect(await below(drive, '/a/')).toHaveLength(700);
    expect(await listProcesses(drive.catalog, drive.account)).toEqual([]);
    await inOrder(drive);
  });
  it('under another name when its own is taken meanwhile', async () => {
    const { drive, process } = await half();
    await addTo(drive, 'root', 'A', 'folder', []);
    expect(await cancelProcess(drive.catalog, drive.account, drive.opId(), process)).toMatchObject([
      { _id: 'a', linkname: 'a (2)' },
    ]);
    await inOrder(drive);
  });
  it('to the top when its folder is gone', async () => {
    const drive = testDrive();
    await drive.given(aFolder('out'), aFolder('a', 'out'), ...manyFiles('a', 250));
    await remove(drive, ['a']);
    const [process] = await listProcesses(drive.catalog, drive.account);
    await remove(drive, ['out']);
    const ops = await cancelProcess(drive.catalog, drive.account, drive.opId(), process?.process ?? '');
    expect(ops).toMatchObject([{ _id: 'a' as ElementId, path: '/' }]);
    await inOrder(drive);
  });
  it('counts a link right that comes back under a longer name', async () => {
    const drive = testDrive();
    const ids = Array.from({ length: 201 }, (_, index) => `root-${index}`);
    await drive.given(...manyFiles('root', 200), { ...aLink('l'), id: 'root-200' } as CatalogEvent);
    await remove(drive, ids);
    await addTo(drive, 'root', 'l', 'link', []);
    const [process] = await listProcesses(drive.catalog, drive.account);
    await cancelProcess(drive.catalog, drive.account, drive.opId(), process?.process ?? '');
    expect((await below(drive, '/')).filter((name) => name.startsWith('l'))).toEqual(['l', 'l (2)']);
    await inOrder(drive);
  });
});
