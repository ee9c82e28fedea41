import { describe, expect, it } from 'vitest';
import { touchedIds } from '../../domain/changes.js';
import { testDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, aQuota, idOf, manyFiles } from '../../../testing/facts.js';
import { below, carry, inOrder, large, processOf, run, stateOf } from '../../../testing/large-shelf.js';
import { addTo, edit, paste, remove, standing } from '../../../testing/shelf-commands.js';
import { continueCopy } from '../processes/continue-copy.js';
import { fullChunks } from '../processes/chunk-pace.js';
import { listProcesses } from '../processes/stored-processes.js';
import { cancelProcess } from './cancel-process.js';
import { finishCopy } from './copy-in-chunks.js';

describe('a copy of more than one transaction takes', () => {
  it('shows its folder at once, and in the end all that the original holds', async () => {
    const drive = await large();
    const { ops, process } = await paste(drive, 'copy', 'to', 'a');
    expect(ops).toMatchObject([{ linkname: 'a', path: '/to/', copying: { process, done: 1, total: 701 } }]);
    expect(await stateOf(drive)).toMatchObject({ reserved: 697 + 21, count: 703 });
    expect(await listProcesses(drive.catalog, drive.account)).toEqual([
      { process, kind: 'copy', done: 1, total: 701 },
    ]);
    await inOrder(drive);
    await carry(drive, 2);
    await inOrder(drive);
    await run(drive);
    expect(await below(drive, '/to/a/')).toEqual(await below(drive, '/a/'));
    expect(await stateOf(drive)).toMatchObject({ reserved: 0, count: 1403, used: 2 * (697 + 21) });
    expect((await standing(drive)).filter(({ row }) => row.copying)).toEqual([]);
    expect(await listProcesses(drive.catalog, drive.account)).toEqual([]);
    await inOrder(drive);
  });

  it('tells how far it is with each chunk, and when it is whole', async () => {
    const drive = await large();
    const before = await drive.catalog.store.version(drive.account.drive);
    const { process } = await paste(drive, 'copy', 'to', 'a');
    await run(drive);
    const events = await drive.events(before);
    const done = events.flatMap((event) =>
      event.type === 'catalog.elements.copied' && event.progress ? [event.progress.done] : [],
    );
    expect(done).toEqual([1, 201, 401, 601, 701]);
    expect(events.at(-1)).toMatchObject({ type: 'catalog.copy.finished', process });
    expect(events.map((event) => touchedIds(event).length)).toEqual([1, 1, 1, 1, 1, 1]);
    for (const event of events) expect(JSON.stringify(event).length).toBeLessThan(300 * 1024);
  });

  it('goes on after a crash, copies nothing twice, however many processes try', async () => {
    const drive = await large();
    await paste(drive, 'copy', 'to', 'a');
    await carry(drive, 3);
    const process = await processOf(drive);
    const version = await drive.catalog.store.version(drive.account.drive);
    await carry(drive, 3);
    expect(await drive.catalog.store.version(drive.account.drive)).toBe(version);
    const { signal } = new AbortController();
    await Promise.all([
      continueCopy(drive.catalog, drive.account.drive, process, fullChunks, signal),
      continueCopy(drive.catalog, drive.account.drive, process, fullChunks, signal),
    ]);
    await run(drive);
    expect(await below(drive, '/to/a/')).toEqual(await below(drive, '/a/'));
    await finishCopy(drive.catalog, drive.account.drive, process.id);
    await inOrder(drive);
  });

  it('lets no one write into it before it is whole', async () => {
    const drive = await large(aLink('m'), aFolder('elsewhere'));
    const { ops } = await paste(drive, 'copy', 'to', 'a');
    await carry(drive, 2);
    const id = ops[0]?._id ?? '';
    const refused = { code: 'folder.copying' };
    const inside = (await standing(drive)).find(({ row }) => row.parentId === id)?.row;
    if (!inside) throw new Error('nothing was copied');
    await expect(addTo(drive, id, 'x', 'link', [])).rejects.toMatchObject(refused);
    await expect(paste(drive, 'cut', id, 'm')).rejects.toMatchObject(refused);
    await expect(paste(drive, 'copy', 'elsewhere', id)).rejects.toMatchObject(refused);
    await expect(paste(drive, 'cut', 'elsewhere', inside.id)).rejects.toMatchObject(refused);
    await expect(edit(drive, inside, 'other', [])).rejects.toMatchObject(refused);
    await expect(remove(drive, [inside.id])).rejects.toMatchObject(refused);
    await run(drive);
    await addTo(drive, id, 'x', 'link', []);
    await remove(drive, [inside.id]);
    await inOrder(drive);
  });

  it('is refused at once when there is no room', async () => {
    const drive = await large(aQuota(697 + 21 + 700));
    await expect(paste(drive, 'copy', 'to', 'a')).rejects.toMatchObject({ code: 'space.exceeded' });
    expect(await stateOf(drive)).toMatchObject({ reserved: 0, count: 702 });
  });

  it('that grows beyond its room on the way is given up and leaves nothing', async () => {
    const drive = await large(aQuota(2 * (697 + 21)));
    await paste(drive, 'copy', 'to', 'a');
    const link = (await standing(drive)).find(({ row }) => row.name === 'l' && row.parentId === 'c')?.row;
    if (!link) throw new Error('no link');
    await remove(drive, [idOf('a-1')]);
    await edit(drive, link, 'll', []);
    await paste(drive, 'copy', 'to', 'a-2', 'a-3').catch(() => null);
    await edit(drive, link, 'x'.repeat(10), []).catch(() => null);
    await run(drive);
    const { used, reserved, quota } = await stateOf(drive);
    expect([reserved, used <= Number(quota)]).toEqual([0, true]);
    await inOrder(drive);
  });

  it('takes what is there when a chunk comes: deleted ones are missing, new ones too, renamed ones are numbered', async () => {
    const drive = await large();
    await paste(drive, 'copy', 'to', 'a');
    await carry(drive, 1);
    await addTo(drive, 'a', 'late', 'link', []);
    await remove(drive, ['c']);
    const copied = await below(drive, '/to/a/');
    const row = (name: string) =>
      drive.catalog.store.reader(drive.account.drive).then((reader) => reader.get(name));
    const first = await row('a-0');
    const last = await row('a-299');
    expect(copied).toContain('n0.png');
    if (!first || !last) throw new Error('gone');
    await edit(drive, first, 'other', []);
    await edit(drive, last, 'n0', []);
    await run(drive);
    const found = await below(drive, '/to/a/');
    expect(found).not.toContain('late');
    expect(found).not.toContain('b/c/');
    expect(found.filter((name) => name.startsWith('b/n'))).toHaveLength(350);
    expect(new Set(found).size).toBe(found.length);
    await inOrder(drive);
  });

  it('ends when its folder, or one above, is deleted', async () => {
    for (const target of ['placeholder', 'to']) {
      const drive = await large();
      const { ops } = await paste(drive, 'copy', 'to', 'a');
      await carry(drive, 2);
      await remove(drive, [target === 'to' ? 'to' : (ops[0]?._id ?? '')]);
      await run(drive);
      expect(await stateOf(drive)).toMatchObject({ reserved: 0, used: 697 + 21 });
      await inOrder(drive);
    }
  });

  it('whose folder was deleted is like any other when it comes back', async () => {
    const drive = await large();
    await paste(drive, 'copy', 'to', 'a');
    await carry(drive, 2);
    await remove(drive, ['to']);
    const [deletion] = (await listProcesses(drive.catalog, drive.account)).filter(
      ({ kind }) => kind === 'delete',
    );
    const process = await processOf(drive);
    await continueCopy(drive.catalog, drive.account.drive, process, fullChunks, new AbortController().signal);
    await cancelProcess(drive.catalog, drive.account, drive.opId(), deletion?.process ?? '');
    const [folder] = (await standing(drive)).filter(({ path }) => path === '/to/a/');
    expect(folder?.row.copying).toBeNull();
    await addTo(drive, folder?.row.id ?? '', 'x', 'link', []);
    await inOrder(drive);
  });

  it('is cancelled: gone at once, then purged', async () => {
    const drive = await large();
    const { process } = await paste(drive, 'copy', 'to', 'a');
    await carry(drive, 2);
    await cancelProcess(drive.catalog, drive.account, drive.opId(), process ?? '');
    expect(await below(drive, '/to/')).toEqual([]);
    await inOrder(drive);
    await run(drive);
    expect(await stateOf(drive)).toMatchObject({ reserved: 0, count: 702, used: 697 + 21 });
    await expect(
      cancelProcess(drive.catalog, drive.account, drive.opId(), process ?? ''),
    ).rejects.toMatchObject({
      code: 'process.not-found',
    });
    await inOrder(drive);
  });

  it('of folders and files together: the files are there at once', async () => {
    const drive = await large(...manyFiles('root', 150), aFolder('d'), ...manyFiles('d', 60));
    const ids = Array.from({ length: 150 }, (_, index) => `root-${index}`);
    const { ops } = await paste(drive, 'copy', 'to', 'a', 'd', ...ids);
    expect(ops).toHaveLength(152);
    await run(drive);
    expect(await below(drive, '/to/d/')).toEqual(await below(drive, '/d/'));
    expect(await below(drive, '/to/a/')).toEqual(await below(drive, '/a/'));
    await inOrder(drive);
  });

  it('of more than 200 files is whole at once', async () => {
    const drive = testDrive();
    await drive.given(aFolder('to'), ...manyFiles('root', 400));
    const { ops, process } = await paste(
      drive,
      'copy',
      'to',
      ...Array.from({ length: 400 }, (_, index) => `root-${index}`),
    );
    expect([ops.length, process]).toEqual([400, null]);
    await inOrder(drive);
  });

  it('has what was moved within its source while it ran, from where it had not come yet to where it had been', async () => {
    const drive = await large();
    await paste(drive, 'copy', 'to', 'a');
    const { withDrive } = drive.catalog.store;
    let chunks = 0;
    drive.catalog.store.withDrive = async (...command) => {
      if (command[2].name === 'copy-chunk' && (chunks += 1) === 3) await paste(drive, 'cut', 'a', 'l', 'c-1');
      return (await withDrive.apply(drive.catalog.store, command as never)) as never;
    };
    await run(drive);
    expect(await below(drive, '/to/a/')).toEqual(await below(drive, '/a/'));
    expect(await stateOf(drive)).toMatchObject({ reserved: 0, used: 2 * (697 + 21) });
    await inOrder(drive);
  });

  it('survives that its source is moved below its own target', async () => {
    const drive = await large();
    await paste(drive, 'copy', 'to', 'a');
    await carry(drive, 1);
    await paste(drive, 'cut', 'a', 'to');
    await run(drive);
    const folder = (await standing(drive)).find(({ path }) => path === '/a/to/a/');
    expect(folder?.row.copying).toBeNull();
    expect((await below(drive, '/a/to/a/')).length).toBeGreaterThanOrEqual(700);
    await inOrder(drive);
  });
});

it('a file whose copy was purged before keeps its count', async () => {
  const drive = testDrive();
  await drive.given(aFile('f.png', 'root', 100), aFolder('to'));
  const { ops } = await paste(drive, 'copy', 'to', 'f.png');
  await remove(drive, [ops[0]?._id ?? '']);
  expect(await stateOf(drive)).toMatchObject({ used: 100, count: 2 });
});
