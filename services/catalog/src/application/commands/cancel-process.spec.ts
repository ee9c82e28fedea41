import { type CatalogEvent, type ElementId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFolder, aLink, manyFiles } from '../../../testing/facts.js';
import { below, inOrder, large, run } from '../../../testing/large-shelf.js';
import { addTo, outcomeOf, paste, remove, standing } from '../../../testing/shelf-commands.js';
import { listProcesses } from '../processes/stored-processes.js';
import { cancelProcess } from './cancel-process.js';
import { retagDrive, tagElements } from './tag-elements.js';

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
  it('under another name when its own is taken by then', async () => {
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

describe('asked once more with the same key, because no answer came', () => {
  const twice = async (drive: TestDrive) => {
    const [process] = await listProcesses(drive.catalog, drive.account);
    const opId = drive.opId();
    const ask = () => cancelProcess(drive.catalog, drive.account, opId, process?.process ?? '');
    const first = await ask();
    const events = await drive.events();
    await run(drive);
    expect(await ask()).toEqual(first);
    expect((await drive.events()).slice(0, events.length)).toEqual(events);
    expect(await outcomeOf(cancelProcess(drive.catalog, drive.account, drive.opId(), 'over'))).toBe(
      'process.not-found',
    );
    await inOrder(drive);
    return first;
  };
  it('a copy is over', async () => {
    const drive = await large();
    await paste(drive, 'copy', 'to', 'a');
    expect(await twice(drive)).toEqual([]);
    expect(await below(drive, '/to/')).toEqual([]);
  });
  it('a deletion has brought back the same', async () => {
    const drive = await large();
    await remove(drive, ['a']);
    expect(await twice(drive)).toMatchObject([{ _id: 'a' }]);
    expect(await below(drive, '/a/')).toHaveLength(700);
  });
  it('a change of a tag has stopped where it stood', async () => {
    const drive = testDrive();
    const { catalog, account } = drive;
    await drive.given(...manyFiles('root', 250));
    const ids = (await standing(drive)).map(({ row }) => row.id);
    for (const part of [ids.slice(0, 125), ids.slice(125)])
      await tagElements(catalog, account, drive.opId(), { ids: part, add: ['x'], remove: [] });
    await retagDrive(catalog, account, drive.opId(), { tag: 'x', to: 'y' });
    expect(await twice(drive)).toEqual([]);
    const tags = (await standing(drive)).map(({ row }) => row.tags.join());
    expect([tags.filter((tag) => tag === 'x').length, tags.filter((tag) => tag === 'y').length]).toEqual([
      50, 200,
    ]);
  });
});
