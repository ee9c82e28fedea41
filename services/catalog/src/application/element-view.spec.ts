import type { ElementView, OpId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, manyFiles } from '../../testing/facts.js';
import { paste, remove } from '../../testing/shelf-commands.js';
import { addElement, addPlaylist } from './commands/add-element.js';
import { cancelProcess } from './commands/cancel-process.js';
import { pasteElements } from './commands/paste-elements.js';
import { listProcesses } from './processes/stored-processes.js';

/** The same drive for a user whose command is done, but who hears of it only when others have done something. */
function heardLate(drive: TestDrive, others: () => Promise<unknown>): TestDrive {
  const store = Object.create(drive.catalog.store) as typeof drive.catalog.store;
  store.withDrive = async (...command) => {
    const answer = await drive.catalog.store.withDrive(...command);
    await others();
    return answer;
  };
  return { ...drive, catalog: { ...drive.catalog, store } };
}

/** Deletes all that stands at the top. */
const clear = (drive: TestDrive) => async () => {
  const reader = await drive.catalog.store.reader(drive.account.drive);
  const rows = await reader.find({ parentId: 'root' as never });
  await remove(
    drive,
    rows.map(({ id }) => id),
  );
};

const shown = (views: readonly ElementView[]) => views.map(({ path, linkname }) => path + linkname);

describe('what a command has done is answered although others undo it before the answer is out', () => {
  it.each(['cut', 'copy'] as const)('%s and paste, in the order of the selection', async (action) => {
    const drive = testDrive();
    await drive.given(aFolder('to'), aFolder('a'), aLink('l'), aFile('photo.png', 'a'));
    const late = heardLate(drive, clear(drive));
    const { ops, warnings } = await paste(late, action, 'to', 'l', 'photo.png', 'a');
    expect(shown(ops)).toEqual(['/to/l', '/to/a']);
    expect(warnings).toEqual([]);
  });
  it('a large copy', async () => {
    const drive = testDrive();
    await drive.given(aFolder('to'), aFolder('a'), ...manyFiles('a', 250), aLink('l'));
    const { ops, process } = await paste(heardLate(drive, clear(drive)), 'copy', 'to', 'l', 'a');
    expect(shown(ops)).toEqual(['/to/l', '/to/a']);
    expect(ops[1]?.copying).toEqual({ process, done: 2, total: 252 });
  });
  it('a playlist', async () => {
    const drive = testDrive();
    const url = (id: number) => `https://www.youtube.com/watch?v=dQw4w9WgXc${id}`;
    const obj = ['one', 'two'].map((linkname, index) => ({ linkname, linkurl: url(index) }));
    const input = { address: { url: '/' }, playlist: { name: 'videos', obj } };
    const { catalog, account, opId } = heardLate(drive, clear(drive));
    const { docs, ops } = await addPlaylist(catalog, account, opId(), input);
    expect(shown([docs, ...ops])).toEqual(['/videos', '/videos/one', '/videos/two']);
  });
  it('a deletion that is stopped, in the order of the selection', async () => {
    const drive = testDrive();
    await drive.given(aFolder('in'), aFolder('a', 'in'), ...manyFiles('a', 250), aLink('l', 'in'));
    await remove(drive, ['l', 'a']);
    const [process] = await listProcesses(drive.catalog, drive.account);
    const { catalog, account, opId } = heardLate(drive, clear(drive));
    const views = await cancelProcess(catalog, account, opId(), process?.process ?? '');
    expect(shown(views)).toEqual(['/in/l', '/in/a']);
  });
});

it('who asks again with the same key sees what is there of it now, where it stands', async () => {
  const drive = testDrive();
  await drive.given(aFolder('to'), aFolder('other'), aLink('l'), aLink('m'));
  const again = { address: { url: '/to/' }, ids: ['l', 'm'], action: 'copy' as const };
  const ask = () => pasteElements(drive.catalog, drive.account, 'op:again' as OpId, again);
  const first = await ask();
  expect(shown((await ask()).ops)).toEqual(shown(first.ops));
  const [l = '', m = ''] = first.ops.map(({ _id }) => _id);
  await remove(drive, [l]);
  await paste(drive, 'cut', 'other', m);
  expect(shown((await ask()).ops)).toEqual(['/other/m']);
});

it('of two that add the same address at once only the second hears of it', async () => {
  const drive = testDrive();
  const obj = { linktype: 'website', linkurl: 'https://example.com/' };
  const add = ({ catalog, account, opId }: TestDrive, linkname: string) =>
    addElement(catalog, account, opId(), { address: { url: '/' }, obj: { ...obj, linkname } });
  let second: Awaited<ReturnType<typeof add>> | undefined;
  const first = await add(
    heardLate(drive, async () => {
      second = await add(drive, 'second');
    }),
    'first',
  );
  expect(first.warnings).toEqual([]);
  expect(second?.warnings).toMatchObject([{ name: 'first', code: 'url.same' }]);
});
