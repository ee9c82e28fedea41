import { driveTreeLine, type BlobId } from '@skyshelf/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { aFile, aFolder, aQuota } from '../../../testing/facts.js';
import {
  describeFile,
  outcomeOf,
  paste,
  remove,
  standing,
  uploadTo,
} from '../../../testing/shelf-commands.js';
import { MB, versionedFile } from '../../../testing/versioned-file.js';
import { daysMs } from '../../domain/trash.js';
import { liveFiles } from '../reads/blobs-in-use.js';
import { checkDrive } from '../reads/check-drive.js';
import { driveTree } from '../reads/shown-files.js';
import { readChanges } from '../reads/read-changes.js';
import { dropVersions } from './drop-versions.js';
import { purgeTrash } from './purge-trash.js';

const note = 'a-png';
let file: Awaited<ReturnType<typeof versionedFile>>;
beforeEach(async () => {
  file = await versionedFile();
});

const ok = async (doing: Promise<unknown>) => expect(await doing).toBe('ok');

describe('an earlier version', () => {
  const isLive = async (version: string, how: object = {}) => {
    const reach = { drive: file.drive.account.drive };
    const question = { reach, blobIds: [version as BlobId], known: null, ...how };
    return (await liveFiles(file.drive.catalog, question)).live?.length === 1;
  };
  it('is shown to its owner who asks for it, and not without asking', async () => {
    await file.replace(2 * MB);
    const version = await file.versionOf(MB);
    const asked = () =>
      Promise.all([{}, { trash: true }, { versions: true }].map((how) => isLive(version, how)));
    expect(await asked()).toEqual([false, false, true]);
    await remove(file.drive, [note]);
    expect(await asked()).toEqual([false, false, true]);
    expect(await outcomeOf(file.restore(MB))).toBe('element.not-found');
    await purgeTrash(file.drive.catalog, file.drive.account, file.drive.opId(), [note]);
    expect(await asked()).toEqual([false, false, false]);
    await file.tend();
    expect(await file.state()).toMatchObject({ used: 0, kept: 0, history: 0 });
  });
  it('is in a takeout by a choice, with the path of its file', async () => {
    await file.replace(2 * MB);
    const versions = async (choice: object) => {
      const { lines } = await driveTree(file.drive.catalog, file.drive.account.drive, choice);
      const pages = await Array.fromAsync(lines, (line) => driveTreeLine.parse(line));
      return pages.flatMap((page) =>
        Array.isArray(page) ? page.flatMap(({ version }) => version ?? []) : [],
      );
    };
    expect(await versions({ trash: true })).toEqual([]);
    const both = { trash: true, history: true };
    expect(await versions({ history: true })).toEqual([{ of: note, path: '/f/a.png' }]);
    expect(await versions(both)).toEqual([{ of: note, path: '/f/a.png' }]);
    await remove(file.drive, ['f']);
    expect(await versions({ history: true })).toEqual([]);
    expect(await versions(both)).toEqual([{ of: note, path: '/Trash/f/a.png' }]);
    await purgeTrash(file.drive.catalog, file.drive.account, file.drive.opId(), ['f']);
    expect(await versions(both)).toEqual([]);
  });
  it('goes with its file, and says which bytes are no longer named', async () => {
    file = await versionedFile(0);
    await file.replace(2 * MB);
    await describeFile(file.drive, await file.row());
    const contents = await file.versions();
    await remove(file.drive, ['f']);
    const gone = (await file.drive.events()).at(-1);
    expect(gone).toMatchObject({ type: 'catalog.elements.deleted' });
    const named = gone?.type === 'catalog.elements.deleted' ? gone.blobIds : [];
    expect(named.map(({ blobId }) => blobId).toSorted()).toEqual(
      contents.map(({ version }) => version).toSorted(),
    );
    expect(await file.state()).toMatchObject({ used: 0, kept: 0, count: 0, keptCount: 0, history: 0 });
    expect(await checkDrive(file.drive.catalog, file.drive.account.drive)).toEqual([]);
  });
  it('is of the device that uploaded it, whatever replaces it or brings it back', async () => {
    const { account, catalog } = file.drive;
    const uploads = [
      [2, 'Firefox on Linux'],
      [3, 'curl'],
      [4, undefined],
    ] as const;
    for (const [size, device] of uploads) {
      account.device = device;
      await file.replace(size * MB);
    }
    account.device = 'Chrome on Mac';
    await file.restore(2 * MB);
    expect((await file.versions()).map(({ size, device }) => [size / MB, device])).toEqual([
      [2, 'Firefox on Linux'],
      [4, null],
      [3, 'curl'],
      [1, null],
    ]);
    expect(await catalog.store.difference(account.drive)).toBeNull();
    await paste(file.drive, 'copy', 'root', note);
    const copy = (await standing(file.drive)).find(({ path }) => path === '/a.png');
    expect(await file.versions(copy?.row.id)).toMatchObject([{ device: null }]);
    await file.restore(4 * MB);
    expect(await file.row()).toMatchObject({ device: null });
  });
  it('has a name, by which it stays and gives way last', async () => {
    await file.replace(2 * MB);
    await file.keep(await file.versionOf(MB), 'first');
    await file.replace(3 * MB);
    await file.keep(await file.versionOf(3 * MB), 'third');
    await file.replace(4 * MB);
    file.drive.clock.advance(daysMs(91));
    await file.tend();
    expect((await file.versions()).map(({ name }) => name)).toEqual([null, 'third', 'first']);
    await file.keep(await file.versionOf(MB), null);
    file.drive.clock.advance(daysMs(1));
    await file.tend();
    expect(await file.history()).toEqual([4, 3]);
    await file.restore(3 * MB);
    expect((await file.versions()).map(({ name }) => name)).toEqual(['third', null]);
    expect(await checkDrive(file.drive.catalog, file.drive.account.drive)).toEqual([]);
  });
  it('gives way to what needs the room: the oldest first, before the trash, and the page is told', async () => {
    for (const size of [2, 3]) await file.replace(size * MB);
    await file.drive.given(aFile('old.png', 'root', 2 * MB), aQuota(8 * MB));
    await remove(file.drive, ['old-png']);
    const version = await file.drive.catalog.store.version(file.drive.account.drive);
    await ok(uploadTo(file.drive, 'f', 'new.png', MB));
    expect(await file.history()).toEqual([3, 2]);
    const { gaveWay, elements } = await readChanges(file.drive.catalog, file.drive.account, version);
    expect(gaveWay).toEqual({ count: 0, versions: 1, bytes: MB });
    expect(elements.find(({ _id }) => _id === note)).toMatchObject({ versions: 1 });
    await file.keep(await file.versionOf(2 * MB), 'kept');
    await ok(uploadTo(file.drive, 'f', 'newer.png', 2 * MB));
    expect(await file.history()).toEqual([3, 2]);
    await ok(uploadTo(file.drive, 'f', 'newest.png', 2 * MB));
    expect(await file.history()).toEqual([3]);
    expect(await checkDrive(file.drive.catalog, file.drive.account.drive)).toEqual([]);
  });
  it('stays that of its file where one command copied the same bytes twice', async () => {
    await file.drive.given(aFolder('g'), aFolder('h'));
    await paste(file.drive, 'copy', 'g', note);
    await paste(file.drive, 'copy', 'h', 'f', 'g');
    const copied = (await standing(file.drive)).filter(({ path }) => /^\/h\/.\/$/.test(path));
    expect(copied).toHaveLength(2);
    for (const { row } of copied)
      await ok(uploadTo(file.drive, row.id, 'a.png', 2 * MB, { conflict: 'replace' }));
    expect(await file.state()).toMatchObject({ history: 2 * MB });
    expect(await checkDrive(file.drive.catalog, file.drive.account.drive)).toEqual([]);
  });
  it('can have a name if fewer than fifty have one', async () => {
    for (let size = 1; size <= 51; size += 1) await file.replace(MB + size);
    const [, refused, ...named] = await file.versions();
    for (const { version } of named) await file.keep(version, 'kept');
    expect(await outcomeOf(file.keep(refused?.version ?? '', 'one more'))).toBe('versions.too-many');
  });
  it('is one of a hundred at most', async () => {
    for (let size = 1; size <= 105; size += 1) await file.replace(MB + size);
    expect(await file.versions()).toHaveLength(101);
    expect((await file.versions()).at(-1)?.size).toBe(MB + 5);
    await dropVersions(file.drive.catalog, file.drive.account, file.drive.opId(), {
      id: note,
      version: null,
    });
    expect(await file.versions()).toHaveLength(1);
    expect(await file.state()).toMatchObject({ kept: 0, history: 0 });
  });
});
