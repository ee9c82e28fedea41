import type { BlobId, CatalogEvent, ElementId, OpId } from '@skyshelf/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aDerivation, aFile, aFolder, aQuota } from '../../../testing/facts.js';
import {
  beginUpload,
  describeFile,
  edit,
  outcomeOf,
  paste,
  remove,
  standing,
  uploadTo,
  type HowUploaded,
} from '../../../testing/shelf-commands.js';
import { available } from '../../domain/drive-room.js';
import { fullChunks } from '../processes/chunk-pace.js';
import { checkDrive } from '../reads/check-drive.js';
import { liveFiles } from '../reads/blobs-in-use.js';
import { listVersions } from '../reads/list-versions.js';
import { readChanges } from '../reads/read-changes.js';
import { tendTrash } from '../trash/tend-trash.js';
import { describeElements } from './describe-elements.js';
import { dropVersions } from './drop-versions.js';
import { keepVersion } from './keep-version.js';
import { purgeTrash } from './purge-trash.js';
import { restoreTrash } from './restore-trash.js';
import { restoreVersion } from './restore-version.js';
import { undoOperations } from './undo-operations.js';

const MB = 1_000_000;
const DAY = 24 * 3600_000;
let drive: TestDrive;
const note = 'a-png' as ElementId;

async function shelf(days = 30, ...facts: CatalogEvent[]): Promise<TestDrive> {
  drive = testDrive({ trashDays: days });
  await drive.given(aFolder('f'), aFile('a.png', 'f', MB), ...facts);
  return drive;
}
beforeEach(() => shelf());

const rowOf = async (id: ElementId = note) => {
  const row = await (await drive.catalog.store.reader(drive.account.drive)).get(id);
  if (!row?.blobId) throw new Error(`There is no file ${id}.`);
  return { ...row, blobId: row.blobId };
};
/** Every content is named by its size. */
const replace = (size: number, how: HowUploaded = { conflict: 'replace' }) => {
  drive.clock.advance(1);
  return uploadTo(drive, 'f', 'a.png', size, how);
};
const history = async (id: string = note) => {
  const { docs } = await listVersions(drive.catalog, drive.account, id);
  return docs.map(({ size }) => size / MB);
};
const versions = async () => (await listVersions(drive.catalog, drive.account, note)).docs;
const versionOf = async (size: number) =>
  (await versions()).find((each) => each.size === size)?.version ?? 'none';
const restore = async (size: number, opId = drive.opId()) => {
  drive.clock.advance(1);
  await restoreVersion(drive.catalog, drive.account, opId, { id: note, version: await versionOf(size) });
  return opId;
};
const lastOperation = async (): Promise<OpId> => {
  const events = await drive.catalog.store.events(drive.account.drive, 0, 1000);
  return events.at(-1)?.opId as OpId;
};
const undo = async (opId: OpId): Promise<OpId> => {
  drive.clock.advance(1);
  const own = drive.opId();
  await undoOperations(drive.catalog, drive.account, own, [opId]);
  return own;
};
const state = () => drive.catalog.store.state(drive.account.drive);
const keep = (version: string, name: string | null) =>
  keepVersion(drive.catalog, drive.account, drive.opId(), { id: note, version, name });
const tend = () => tendTrash(drive.catalog, drive.account.drive, fullChunks, new AbortController().signal);
const made = (blobId: BlobId) =>
  describeElements(drive.catalog, drive.account.drive, drive.opId(), [
    aDerivation(note, { source: { blobId }, elementId: note }),
  ]);
const ok = async (...doing: Promise<unknown>[]) =>
  expect(await Promise.all(doing)).toEqual(doing.map(() => 'ok'));

/** Sequences of saving, with the contents that the file has then: the present one first, in megabytes. */
const sequences: Readonly<Record<string, [() => Promise<unknown>, number[]]>> = {
  'replaced once': [() => ok(replace(2 * MB)), [2, 1]],
  'replaced twice quickly': [() => ok(replace(2 * MB), replace(3 * MB)), [3, 2, 1]],
  'replaced by its id': [() => ok(replace(2 * MB, { replaces: note })), [2, 1]],
  'replaced while another client replaces it': [
    async () => {
      const [one, other] = [await begin(2 * MB), await begin(9 * MB)];
      await ok(other.finish());
      await ok(one.finish());
    },
    [2, 9, 1],
  ],
  'replaced while its picture is made': [
    async () => {
      const { blobId } = await rowOf();
      await ok(replace(2 * MB));
      await made(blobId);
      expect((await rowOf()).derived).toEqual({});
      await restore(MB);
      expect(Object.keys((await rowOf()).derived)).toEqual(['thumbnail']);
    },
    [1, 2],
  ],
  'replaced by a file of another type': [
    async () => {
      await ok(replace(2 * MB, { conflict: 'replace', type: 'application/pdf' }));
      expect(await rowOf()).toMatchObject({ kind: 'application/pdf', name: 'a.png' });
    },
    [2, 1],
  ],
  'replaced by an empty file, and again': [() => ok(replace(0), replace(3 * MB)), [3, 1]],
  'renamed while it is replaced by its id': [
    async () => {
      const begun = await begin(2 * MB, { replaces: note });
      await edit(drive, await rowOf(), 'b.png', ['red']);
      await ok(begun.finish());
      expect(await rowOf()).toMatchObject({ name: 'b.png', tags: ['red'] });
    },
    [2, 1],
  ],
  'moved while it is replaced by its id': [
    async () => {
      const begun = await begin(2 * MB, { replaces: note });
      await paste(drive, 'cut', 'root', 'a.png');
      await ok(begun.finish());
    },
    [2, 1],
  ],
  'deleted, and sent again within a minute': [
    async () => {
      await ok(replace(2 * MB));
      await remove(drive, [note]);
      await ok(replace(7 * MB));
      const other = (await standing(drive)).find(({ path }) => path === '/f/a.png');
      expect(await history(other?.row.id)).toEqual([7]);
    },
    [2, 1],
  ],
  'deleted while it is replaced by its id': [
    async () => {
      const begun = await begin(2 * MB, { replaces: note });
      await remove(drive, [note]);
      await ok(begun.finish());
      expect((await standing(drive)).map(({ path }) => path)).toEqual(['/f/', '/f/a.png']);
    },
    [1],
  ],
  'in a folder that is deleted meanwhile': [
    async () => {
      const begun = await begin(2 * MB);
      await remove(drive, ['f']);
      expect(await begun.finish()).toBe('folder.not-found');
    },
    [1],
  ],
  'replaced, undone and done again': [
    async () => {
      await ok(replace(2 * MB));
      const undone = await undo(await lastOperation());
      expect(await history()).toEqual([1, 2]);
      await undo(undone);
    },
    [2, 1],
  ],
  'replaced and replaced again, so that the first can no longer be undone': [
    async () => {
      await ok(replace(2 * MB));
      const first = await lastOperation();
      await ok(replace(3 * MB));
      expect(await outcomeOf(undo(first))).toBe('undo.changed');
    },
    [3, 2, 1],
  ],
  'restored, and restored back': [
    async () => {
      await ok(replace(2 * MB), replace(3 * MB));
      await restore(MB);
      expect(await history()).toEqual([1, 3, 2]);
      await restore(3 * MB);
    },
    [3, 1, 2],
  ],
  'restored with 0 bytes free': [
    async () => {
      await drive.given(aQuota(7 * MB));
      await ok(replace(6 * MB));
      expect(available(await state())).toBe(MB);
      await ok(uploadTo(drive, 'f', 'more.png', 0));
      await restore(MB);
    },
    [1, 6],
  ],
  'replaced without room for its history': [
    async () => {
      await drive.given(aQuota(2 * MB));
      await ok(replace(2 * MB));
    },
    [2],
  ],
  'replaced with room for a part of its history': [
    async () => {
      await drive.given(aQuota(5 * MB));
      await ok(replace(2 * MB), replace(2 * MB + 1));
    },
    [2.000001, 2],
  ],
  'copied: the copy begins without a history': [
    async () => {
      await ok(replace(2 * MB));
      await paste(drive, 'copy', 'root', 'a.png');
      const copy = (await standing(drive)).find(({ path }) => path === '/a.png');
      expect(await history(copy?.row.id)).toEqual([2]);
    },
    [2, 1],
  ],
  'deleted and restored with its folder': [
    async () => {
      await ok(replace(2 * MB));
      await remove(drive, ['f']);
      expect(await history()).toEqual([2, 1]);
      await restoreTrash(drive.catalog, drive.account, drive.opId(), { ids: ['f'] });
      await ok(replace(3 * MB));
    },
    [3, 2, 1],
  ],
  'replaced by a small file while a large one is under way': [
    async () => {
      const large = await begin(9 * MB);
      expect((await state()).reserved).toBe(8 * MB);
      await ok(replace(2 * MB));
      await ok(large.finish());
      expect((await state()).reserved).toBe(0);
    },
    [9, 2, 1],
  ],
};

async function begin(size: number, how: HowUploaded = { conflict: 'replace' }) {
  const begun = await beginUpload(drive, 'f', 'a.png', size, how);
  if (typeof begun === 'string') throw new Error(begun);
  return begun;
}

describe('nothing is lost when a file is', () => {
  it.each(Object.entries(sequences))('%s', async (_, [act, left]) => {
    await act();
    expect(await history()).toEqual(left);
    expect(await checkDrive(drive.catalog, drive.account.drive)).toEqual([]);
  });
});

describe('an earlier version', () => {
  const isLive = async (version: string, how: object = {}) => {
    const reach = { drive: drive.account.drive };
    const question = { reach, blobIds: [version as BlobId], known: null, ...how };
    return (await liveFiles(drive.catalog, question)).live?.length === 1;
  };
  it('is shown to its owner who asks for it, and not without asking', async () => {
    await replace(2 * MB);
    const version = await versionOf(MB);
    const asked = () =>
      Promise.all([{}, { trash: true }, { versions: true }].map((how) => isLive(version, how)));
    expect(await asked()).toEqual([false, false, true]);
    await remove(drive, [note]);
    expect(await asked()).toEqual([false, false, true]);
    expect(await outcomeOf(restore(MB))).toBe('element.not-found');
    await purgeTrash(drive.catalog, drive.account, drive.opId(), [note]);
    expect(await asked()).toEqual([false, false, false]);
    await tend();
    expect(await state()).toMatchObject({ used: 0, kept: 0, history: 0 });
  });
  it('goes with its file, and says which bytes are no longer named', async () => {
    await shelf(0);
    await replace(2 * MB);
    await describeFile(drive, await rowOf());
    const { docs } = await listVersions(drive.catalog, drive.account, note);
    await remove(drive, ['f']);
    const gone = (await drive.events()).at(-1);
    expect(gone).toMatchObject({ type: 'catalog.elements.deleted' });
    const named = gone?.type === 'catalog.elements.deleted' ? gone.blobIds : [];
    expect(named.map(({ blobId }) => blobId).toSorted()).toEqual(
      docs.map(({ version }) => version).toSorted(),
    );
    expect(await state()).toMatchObject({ used: 0, kept: 0, count: 0, keptCount: 0, history: 0 });
    expect(await checkDrive(drive.catalog, drive.account.drive)).toEqual([]);
  });
  it('has a name, by which it stays and gives way last', async () => {
    await replace(2 * MB);
    await keep(await versionOf(MB), 'first');
    await replace(3 * MB);
    await keep(await versionOf(3 * MB), 'third');
    await replace(4 * MB);
    drive.clock.advance(91 * DAY);
    await tend();
    expect((await versions()).map(({ name }) => name)).toEqual([null, 'third', 'first']);
    await keep(await versionOf(MB), null);
    drive.clock.advance(DAY);
    await tend();
    expect(await history()).toEqual([4, 3]);
    await restore(3 * MB);
    expect((await versions()).map(({ name }) => name)).toEqual(['third', null]);
    expect(await checkDrive(drive.catalog, drive.account.drive)).toEqual([]);
  });
  it('gives way to what needs the room: the oldest first, before the trash, and the page is told', async () => {
    for (const size of [2, 3]) await replace(size * MB);
    await drive.given(aFile('old.png', 'root', 2 * MB), aQuota(8 * MB));
    await remove(drive, ['old-png']);
    const version = await drive.catalog.store.version(drive.account.drive);
    await ok(uploadTo(drive, 'f', 'new.png', MB));
    expect(await history()).toEqual([3, 2]);
    const { gaveWay, elements } = await readChanges(drive.catalog, drive.account, version);
    expect(gaveWay).toEqual({ count: 0, versions: 1, bytes: MB });
    expect(elements.find(({ _id }) => _id === note)).toMatchObject({ versions: 1 });
    await keep(await versionOf(2 * MB), 'kept');
    await ok(uploadTo(drive, 'f', 'newer.png', 2 * MB));
    expect(await history()).toEqual([3, 2]);
    await ok(uploadTo(drive, 'f', 'newest.png', 2 * MB));
    expect(await history()).toEqual([3]);
    expect(await checkDrive(drive.catalog, drive.account.drive)).toEqual([]);
  });
  it('is one of a hundred at most', async () => {
    for (let size = 1; size <= 105; size += 1) await replace(MB + size);
    expect(await versions()).toHaveLength(101);
    expect((await versions()).at(-1)?.size).toBe(MB + 5);
    await dropVersions(drive.catalog, drive.account, drive.opId(), { id: note, version: null });
    expect(await versions()).toHaveLength(1);
    expect(await state()).toMatchObject({ kept: 0, history: 0 });
  });
});
