import { DomainError } from '@skyshelf/contracts';
import { continueImport } from '#src/application/processes/continue-import.js';
import { forgetImports } from '#src/application/commands/import-bookmarks.js';
import type { ImportProcess } from '#src/domain/long-process.js';
import { aFile, aFolder, idOf } from '../../facts.js';
import { crashCase, type CrashCase, type Shelf } from '../crash-case.js';
import { opIdOf } from '../messages.js';

const facts = [aFolder('to'), aFile('bookmarks.html')];

const begin = ({ bookmarks, user }: Shelf, opId = opIdOf('import')) =>
  bookmarks.import({ url: '/to/', file: idOf('bookmarks.html'), discard: true }, user, opId);

/** The first portion of an import under way. */
async function carryOnce({ catalog, user: { drive } }: Shelf, process: string): Promise<void> {
  const found = await (await catalog.store.reader(drive)).side<ImportProcess>('processes').get(process);
  if (!found) throw new Error('nothing is imported');
  const stopping = new AbortController();
  const pace = { next: () => 3, took: () => stopping.abort() };
  await continueImport(catalog, drive, found, pace, stopping.signal);
}

/** Bookmarks of a file come in, by a process. */
export const bookmarkCases: readonly CrashCase[] = [
  crashCase('importBookmarks', 'a file of bookmarks', {
    facts,
    act: (shelf, opId) => begin(shelf, opId),
  }),
  crashCase('cancelProcess', 'an import of bookmarks that has come half way', {
    facts,
    prepare: async (shelf) => {
      const { process } = await begin(shelf);
      await carryOnce(shelf, process);
      return process;
    },
    retriedFirst: true,
    act: ({ processes, user }, opId, process) => processes.cancel({ process }, user, opId),
  }),
  crashCase('by itself', 'an import of bookmarks whose file is gone', {
    facts,
    prepare: async (shelf) => (await begin(shelf)).process,
    retriedFirst: true,
    act: ({ catalog, carry, user }) => {
      catalog.files = { open: () => Promise.reject(new DomainError('file.not-found')) };
      return carry(user.drive);
    },
  }),
  crashCase('by itself', 'results of imports of bookmarks are forgotten', {
    facts,
    prepare: async (shelf) => {
      const { process } = await begin(shelf);
      await shelf.carry(shelf.user.drive);
      return process;
    },
    act: ({ catalog, user }) =>
      forgetImports({ ...catalog, clock: { now: () => new Date('2100-01-01T00:00:00Z') } }, user.drive),
  }),
];
