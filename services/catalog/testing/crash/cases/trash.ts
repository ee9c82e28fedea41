import { aFile, aFolder, aLink } from '../../facts.js';
import { crashCase, type CrashCase } from '../crash-case.js';
import { opIdOf } from '../messages.js';
import { largeShelf } from './large-shelf.js';

const facts = [aFolder('a'), aFile('photo.png', 'a'), aFolder('b', 'a'), aLink('l', 'b')];

const deleted: NonNullable<CrashCase['prepare']> = async ({ elements, user }) =>
  (await elements.remove({ url: '/', arr: ['a'] }, user, opIdOf('delete'))).operation;

/** The cases in which the trash is used. */
export const trashCases: readonly CrashCase[] = [
  crashCase('restoreTrash', 'a deleted folder', {
    facts,
    prepare: deleted,
    act: ({ trash, user }, opId) => trash.restore({ ids: ['a'] }, user, opId),
  }),
  crashCase('restoreTrash', 'one file out of a deleted folder, which is made again', {
    facts,
    prepare: deleted,
    act: ({ trash, user }, opId) => trash.restore({ ids: ['l'], parents: true }, user, opId),
  }),
  crashCase('purgeTrash', 'one element', {
    facts,
    prepare: deleted,
    act: ({ trash, user }, opId) => trash.purge({ ids: ['a'] }, user, opId),
  }),
  crashCase('purgeTrash', 'all of a large one', {
    facts: largeShelf,
    prepare: async ({ elements, user }) =>
      (await elements.remove({ url: '/', arr: ['big'] }, user, opIdOf('delete'))).operation,
    act: ({ trash, user }, opId) => trash.purge({ all: true }, user, opId),
  }),
  crashCase('setTrashDays', 'none, so that it is emptied', {
    facts,
    prepare: deleted,
    act: ({ trash, user }, opId) => trash.days({ days: 0 }, user, opId),
  }),
  crashCase('rewindFolder', 'what was deleted and what came since', {
    facts,
    prepare: async (instance) => {
      const operation = await deleted(instance);
      const obj = { linkname: 'photo.png', linktype: 'folder' };
      await instance.elements.add({ url: '/', obj }, instance.user, opIdOf('came'));
      return operation;
    },
    act: ({ rewind, user }, opId) => rewind.rewind({ folder: 'root', version: facts.length }, user, opId),
  }),
];
