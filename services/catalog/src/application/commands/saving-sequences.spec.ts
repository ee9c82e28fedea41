import type { ElementId } from '@skyshelf/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { aQuota } from '../../../testing/facts.js';
import { edit, outcomeOf, paste, remove, standing, uploadTo } from '../../../testing/shelf-commands.js';
import { MB, versionedFile } from '../../../testing/versioned-file.js';
import { available } from '../../domain/drive-room.js';
import { checkDrive } from '../reads/check-drive.js';
import { restoreTrash } from './restore-trash.js';

const note = 'a-png' as ElementId;
let file: Awaited<ReturnType<typeof versionedFile>>;
beforeEach(async () => {
  file = await versionedFile();
});

const ok = async (...doing: Promise<unknown>[]) =>
  expect(await Promise.all(doing)).toEqual(doing.map(() => 'ok'));

/** Sequences of saving, with the contents that the file has then: the present one first, in megabytes. */
const sequences: Readonly<Record<string, [() => Promise<unknown>, number[]]>> = {
  'replaced once': [() => ok(file.replace(2 * MB)), [2, 1]],
  'replaced twice quickly': [() => ok(file.replace(2 * MB), file.replace(3 * MB)), [3, 2, 1]],
  'replaced by its id': [() => ok(file.replace(2 * MB, { replaces: note })), [2, 1]],
  'replaced while another client replaces it': [
    async () => {
      const one = await file.begin(2 * MB);
      const other = await file.begin(9 * MB);
      await ok(other.finish());
      await ok(one.finish());
    },
    [2, 9, 1],
  ],
  'replaced while its picture is made': [
    async () => {
      const { blobId } = await file.row();
      await ok(file.replace(2 * MB));
      await file.made(blobId);
      expect((await file.row()).derived).toEqual({});
      await file.restore(MB);
      expect(Object.keys((await file.row()).derived)).toEqual(['thumbnail']);
    },
    [1, 2],
  ],
  'replaced by a file of another type': [
    async () => {
      await ok(file.replace(2 * MB, { conflict: 'replace', type: 'application/pdf' }));
      expect(await file.row()).toMatchObject({ kind: 'application/pdf', name: 'a.png' });
    },
    [2, 1],
  ],
  'replaced by an empty file, and again': [() => ok(file.replace(0), file.replace(3 * MB)), [3, 1]],
  'renamed while it is replaced by its id': [
    async () => {
      const begun = await file.begin(2 * MB, { replaces: note });
      await edit(file.drive, await file.row(), 'b.png', ['red']);
      await ok(begun.finish());
      expect(await file.row()).toMatchObject({ name: 'b.png', tags: ['red'] });
    },
    [2, 1],
  ],
  'moved while it is replaced by its id': [
    async () => {
      const begun = await file.begin(2 * MB, { replaces: note });
      await paste(file.drive, 'cut', 'root', 'a.png');
      await ok(begun.finish());
    },
    [2, 1],
  ],
  'deleted, and sent again within a minute': [
    async () => {
      await ok(file.replace(2 * MB));
      await remove(file.drive, [note]);
      await ok(file.replace(7 * MB));
      const other = (await standing(file.drive)).find(({ path }) => path === '/f/a.png');
      expect(await file.history(other?.row.id)).toEqual([7]);
    },
    [2, 1],
  ],
  'deleted while it is replaced by its id': [
    async () => {
      const begun = await file.begin(2 * MB, { replaces: note });
      await remove(file.drive, [note]);
      await ok(begun.finish());
      expect((await standing(file.drive)).map(({ path }) => path)).toEqual(['/f/', '/f/a.png']);
    },
    [1],
  ],
  'in a folder that is deleted meanwhile': [
    async () => {
      const begun = await file.begin(2 * MB);
      await remove(file.drive, ['f']);
      expect(await begun.finish()).toBe('folder.not-found');
    },
    [1],
  ],
  'replaced, undone and done again': [
    async () => {
      await ok(file.replace(2 * MB));
      const undone = await file.undo(await file.lastOperation());
      expect(await file.history()).toEqual([1, 2]);
      await file.undo(undone);
    },
    [2, 1],
  ],
  'replaced and replaced again, so that the first can no longer be undone': [
    async () => {
      await ok(file.replace(2 * MB));
      const first = await file.lastOperation();
      await ok(file.replace(3 * MB));
      expect(await outcomeOf(file.undo(first))).toBe('undo.changed');
    },
    [3, 2, 1],
  ],
  'restored, and restored back': [
    async () => {
      await ok(file.replace(2 * MB), file.replace(3 * MB));
      await file.restore(MB);
      expect(await file.history()).toEqual([1, 3, 2]);
      await file.restore(3 * MB);
    },
    [3, 1, 2],
  ],
  'restored with 0 bytes free': [
    async () => {
      await file.drive.given(aQuota(7 * MB));
      await ok(file.replace(6 * MB));
      expect(available(await file.state())).toBe(MB);
      await ok(uploadTo(file.drive, 'f', 'more.png', 0));
      await file.restore(MB);
    },
    [1, 6],
  ],
  'replaced without room for its history': [
    async () => {
      await file.drive.given(aQuota(2 * MB));
      await ok(file.replace(2 * MB));
    },
    [2],
  ],
  'replaced with room for a part of its history': [
    async () => {
      await file.drive.given(aQuota(5 * MB));
      await ok(file.replace(2 * MB), file.replace(2 * MB + 1));
    },
    [2.000001, 2],
  ],
  'copied: the copy begins without a history': [
    async () => {
      await ok(file.replace(2 * MB));
      await paste(file.drive, 'copy', 'root', 'a.png');
      const copy = (await standing(file.drive)).find(({ path }) => path === '/a.png');
      expect(await file.history(copy?.row.id)).toEqual([2]);
    },
    [2, 1],
  ],
  'deleted and restored with its folder': [
    async () => {
      await ok(file.replace(2 * MB));
      await remove(file.drive, ['f']);
      expect(await file.history()).toEqual([2, 1]);
      await restoreTrash(file.drive.catalog, file.drive.account, file.drive.opId(), { ids: ['f'] });
      await ok(file.replace(3 * MB));
    },
    [3, 2, 1],
  ],
  'replaced by a small file while a large one is under way': [
    async () => {
      const large = await file.begin(9 * MB);
      expect((await file.state()).reserved).toBe(8 * MB);
      await ok(file.replace(2 * MB));
      await ok(large.finish());
      expect((await file.state()).reserved).toBe(0);
    },
    [9, 2, 1],
  ],
};

describe('nothing is lost when a file is', () => {
  it.each(Object.entries(sequences))('%s', async (_, [act, left]) => {
    await act();
    expect(await file.history()).toEqual(left);
    expect(await checkDrive(file.drive.catalog, file.drive.account.drive)).toEqual([]);
  });
});
