import { DomainError, type CatalogEvent, type OpId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, aPlaylist, idOf, manyFiles } from '../../../testing/facts.js';
import { carry, inOrder, large, picture, run } from '../../../testing/large-shelf.js';
import { chanceOf, type Chance } from '../../../testing/model/chance.js';
import {
  add,
  command,
  edit,
  fact,
  paste,
  remove,
  tag,
  type Command,
} from '../../../testing/named-commands.js';
import { describeFile, outcomeOf, standing } from '../../../testing/shelf-commands.js';
import { deleteElements } from './delete-elements.js';
import { undoOperations } from './undo-operations.js';

const PAIRS = 200;

const shelf = async (...more: CatalogEvent[]): Promise<TestDrive> => {
  const drive = testDrive();
  await drive.given(
    ...[aFolder('a'), aFolder('b', 'a'), aFile('x.png', 'b'), aLink('l'), aLink('m', 'a'), aFolder('c')],
    ...more,
  );
  return drive;
};
const undo = ({ catalog, account, opId }: TestDrive, ...operations: OpId[]) =>
  undoOperations(catalog, account, opId(), operations);

const commands: [string, Command][] = [
  ['a folder', add('new', 'a')],
  ['a link', add('new', 'a', 'https://example.com/new')],
  ['a playlist', fact(aPlaylist('list', 3))],
  ['an uploaded file', fact(aFile('new.png', 'c'))],
  ['another name and other tags', edit('l', 'Long name', ['t'])],
  ['another name of a folder', edit('a', 'Album')],
  ['a move', paste('cut', 'c', 'l', 'b')],
  ['a move from several folders', paste('cut', 'c', 'l', 'm', 'x-png')],
  ['a copy', paste('copy', 'c', 'a')],
  ['tags', tag(['t', 'u'], [], 'a', 'l', 'x-png')],
  ['a deletion', remove('a', 'l')],
];

describe('undoing an operation', () => {
  it.each(commands)('%s: all is as it was before', async (_, act) => {
    const drive = await shelf();
    const before = await picture(drive);
    const operation = await act(drive);
    const after = await picture(drive);
    expect(after).not.toEqual(before);
    await undo(drive, operation);
    await run(drive);
    expect(await picture(drive)).toEqual(before);
    await inOrder(drive);
  });

  it.each(commands)('%s: undone once', async (name, act) => {
    const drive = await shelf();
    const operation = await act(drive);
    await undo(drive, operation);
    const before = await picture(drive);
    const expected = name === 'a deletion' ? 'process.not-found' : 'undo.changed';
    expect(await outcomeOf(undo(drive, operation))).toBe(expected);
    expect(await picture(drive)).toEqual(before);
  });

  it('tells what has changed, the same when it is asked again under its key', async () => {
    const drive = await shelf();
    const operation = await paste('cut', 'c', 'l', 'm')(drive);
    const key = 'op:undo' as OpId;
    const events = (await drive.events()).length;
    const ask = () => undoOperations(drive.catalog, drive.account, key, [operation]);
    const first = await ask();
    expect(first).toMatchObject({ removed: [], elements: [{ path: '/' }, { path: '/a/' }] });
    expect(await ask()).toEqual(first);
    expect(await drive.events()).toHaveLength(events + 2);
    // Undone in turn, both steps of it.
    expect(await undo(drive, `${key}.0` as OpId, `${key}.1` as OpId)).toMatchObject({
      elements: [{ path: '/c/' }, { path: '/c/' }],
    });
    const made = await add('new', 'root')(drive);
    expect(await undo(drive, made)).toMatchObject({ elements: [], removed: [expect.any(String)] });
  });

  it('a name that a move had to change comes back too', async () => {
    const drive = await shelf(aLink('l2', 'c'));
    await edit('l2', 'l')(drive);
    const before = await picture(drive);
    const operation = await paste('cut', 'c', 'l')(drive);
    expect((await standing(drive)).map(({ path }) => path)).toContain('/c/l (2)');
    await undo(drive, operation);
    expect(await picture(drive)).toEqual(before);
  });

  it('a large copy that goes on ends, and one that is whole stays', async () => {
    const drive = await large();
    const before = await picture(drive);
    const operation = await paste('copy', 'to', 'a')(drive);
    await carry(drive, 1);
    await undo(drive, operation);
    await run(drive);
    expect(await picture(drive)).toEqual(before);
    const whole = await paste('copy', 'to', 'a')(drive);
    await run(drive);
    expect(await outcomeOf(undo(drive, whole))).toBe('operation.not-found');
  });

  it('pictures that came since do not count', async () => {
    const drive = await shelf();
    const operation = await edit('x-png', 'y.png')(drive);
    const file = (await standing(drive)).find(({ row }) => row.id === 'x-png')?.row;
    if (file) await describeFile(drive, file);
    await undo(drive, operation);
    expect((await standing(drive)).map(({ path }) => path)).toContain('/a/b/x.png');
  });

  it('an operation that is unknown, or no command on elements, is refused', async () => {
    const drive = await shelf();
    const quota = await fact({ type: 'catalog.quota.changed', quota: 1e9 })(drive);
    for (const operation of ['op:none' as OpId, quota])
      expect(await outcomeOf(undo(drive, operation))).toBe('operation.not-found');
  });

  it('a deletion for good, or one whose folder is gone, is refused', async () => {
    const drive = await shelf();
    const purged = await command(({ catalog, account }, opId) =>
      deleteElements(catalog, account, opId, ['l']),
    )(drive);
    expect(await outcomeOf(undo(drive, purged))).toBe('process.not-found');
    const inner = await remove('m')(drive);
    await remove('a')(drive);
    expect(await outcomeOf(undo(drive, inner))).toBe('folder.not-found');
  });
});

describe('what has been changed since is not undone', () => {
  const made = add('new', 'a', 'https://example.com/new');
  const moved = paste('cut', 'c', 'l', 'm');
  const newest = async (drive: TestDrive) =>
    (await standing(drive)).find(({ row }) => row.name === 'new')?.row.id ?? '';
  it.each<[string, Command, Command, string?]>([
    ['a new one has another name', made, command(async (drive) => edit(await newest(drive), 'n')(drive))],
    ['a new one is elsewhere', made, command(async (drive) => paste('cut', 'c', await newest(drive))(drive))],
    [
      'a new folder holds something',
      paste('copy', 'c', 'a'),
      command(async (drive) => {
        const copy = (await standing(drive)).find(({ path }) => path === '/c/a/b/')?.row.id ?? '';
        await add('late', copy)(drive);
      }),
    ],
    ['a renamed one has another name again', edit('l', 'other'), edit('l', 'third')],
    ['a renamed one has other tags', edit('l', 'other'), tag(['t'], [], 'l')],
    ['a renamed one is elsewhere', edit('l', 'other'), paste('cut', 'c', 'l')],
    ['its old name is taken', edit('l', 'other'), add('L', 'root', 'https://example.com/'), 'name.exists'],
    ['one of those that were moved is gone', moved, remove('m')],
    ['one of those that were moved is renamed', moved, edit('m', 'other')],
    ['its place is taken', moved, add('l', 'root', 'https://example.com/'), 'name.exists'],
    ['its folder is gone', moved, remove('a'), 'folder.not-found'],
    ['its folder lies in it now', paste('cut', 'c', 'b'), paste('cut', 'b', 'a'), 'paste.into-itself'],
    ['one of those with new tags has others', tag(['t'], [], 'l', 'm'), tag(['u'], ['t'], 'm')],
  ])('%s', async (_, act, later, code = 'undo.changed') => {
    const drive = await shelf();
    const operation = await act(drive);
    await later(drive);
    const before = await picture(drive);
    expect(await outcomeOf(undo(drive, operation))).toBe(code);
    expect(await picture(drive)).toEqual(before);
    await inOrder(drive);
  });
});

describe('operations that belong together', () => {
  it('a folder with 300 files in it goes at once', async () => {
    const drive = await shelf();
    const before = await picture(drive);
    const operations = [await fact(aFolder('trip'))(drive)];
    for (const file of manyFiles('trip', 300)) operations.push(await fact(file)(drive));
    await undo(drive, ...operations);
    expect((await drive.events()).at(-1)).toMatchObject({
      type: 'catalog.elements.deleted',
      roots: [{ id: 'trip' }],
    });
    await run(drive);
    expect(await picture(drive)).toEqual(before);
  });

  const replace = async (drive: TestDrive) => [
    await fact(aFile('l (2)', 'root'))(drive),
    await remove('l')(drive),
    await edit(idOf('l (2)'), 'l')(drive),
  ];

  it('a file that another one replaced is back, under its name', async () => {
    const drive = await shelf();
    const before = await picture(drive);
    await undo(drive, ...(await replace(drive)));
    expect(await picture(drive)).toEqual(before);
  });

  it('are left as they are when one is refused after others were undone', async () => {
    const drive = await shelf();
    const operations = await replace(drive);
    drive.clock.advance(60_000);
    await run(drive);
    const before = await picture(drive);
    const key = drive.opId();
    const ask = () => undoOperations(drive.catalog, drive.account, key, operations);
    expect(await outcomeOf(ask())).toBe('process.not-found');
    expect(await picture(drive)).toEqual(before);
    expect(await outcomeOf(ask())).not.toBe('ok');
    expect(await picture(drive)).toEqual(before);
    await inOrder(drive);
  });
});

it('what was made comes back too when an earlier step is refused', async () => {
  const drive = await shelf();
  const operations = [await edit('l', 'other')(drive), await fact(aFile('new.png', 'c'))(drive)];
  await edit('l', 'third')(drive);
  const before = await picture(drive);
  expect(await outcomeOf(undo(drive, ...operations))).toBe('undo.changed');
  expect(await picture(drive)).toEqual(before);
});

it('what a deletion gave back is not deleted again once it has changed', async () => {
  const drive = await shelf();
  const deletion = await remove('l')(drive);
  const undone = drive.opId();
  await undoOperations(drive.catalog, drive.account, undone, [deletion]);
  await edit('l', 'other')(drive);
  expect(await outcomeOf(undo(drive, undone))).toBe('undo.changed');
});

describe(`${PAIRS} operations by chance, each followed by its undoing`, () => {
  const randomCommand = async (drive: TestDrive, chance: Chance, round: number): Promise<Command> => {
    const all = (await standing(drive)).map(({ row }) => row);
    const folders = ['root', ...all.filter((row) => row.class === 'folder').map(({ id }) => id)];
    const some = () => Array.from({ length: 1 + (chance.percent(50) ? 2 : 0) }, () => chance.of(all).id);
    const name = `${chance.of(['Rome', 'Oslo', 'Bern'])} ${round}`;
    return chance.of([
      add(name, chance.of(folders)),
      add(name, chance.of(folders), 'https://example.com/'),
      edit(chance.of(all).id, name, chance.percent(50) ? ['t'] : []),
      paste(chance.percent(60) ? 'cut' : 'copy', chance.of(folders), ...some()),
      tag(['t', 'u'], ['v'], ...some()),
      remove(...some()),
    ]);
  };

  it('leaves all as it was; with another between them it does, or is refused and changes nothing', async () => {
    const chance = chanceOf(11);
    const drive = await shelf(...manyFiles('c', 5));
    const seen = { undone: 0, refused: 0 };
    for (let round = 0; seen.undone + seen.refused < PAIRS; round += 1) {
      drive.clock.advance(1000);
      const before = await picture(drive);
      const version = await drive.catalog.store.version(drive.account.drive);
      const operation = await (
        await randomCommand(drive, chance, round)
      )(drive).catch((error: unknown) => {
        if (error instanceof DomainError) return null;
        throw error;
      });
      if (!operation || (await drive.catalog.store.version(drive.account.drive)) === version) continue;
      const rival = chance.percent(30);
      if (rival) await (await randomCommand(drive, chance, round + 1e6))(drive).catch(() => undefined);
      const between = await picture(drive);
      const outcome = await outcomeOf(undo(drive, operation));
      if (outcome === 'ok') seen.undone += 1;
      else seen.refused += 1;
      if (outcome !== 'ok') expect(await picture(drive), `round ${round}`).toEqual(between);
      else if (!rival) expect(await picture(drive), `round ${round}`).toEqual(before);
      if (!rival) expect(outcome, `round ${round}`).toBe('ok');
      await inOrder(drive);
    }
    expect(seen.undone).toBeGreaterThan(PAIRS / 2);
    expect(seen.refused).toBeGreaterThan(0);
  });
});
