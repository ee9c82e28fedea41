import { recountReserved } from '#src/application/commands/release-reservation.js';
import { aFile, aFolder } from '../../facts.js';
import { crashCase, type CrashCase } from '../crash-case.js';
import { opIdOf } from '../messages.js';
import { publishAll } from '../publishing.js';

/** The cases that no user starts, and those of an operator. */
export const ownCases: readonly CrashCase[] = [
  crashCase('by itself', 'events on their way to the others', {
    facts: [aFolder('a'), aFile('photo.png', 'a')],
    act: ({ database, points, user }) => publishAll(database.db, points, user.drive),
  }),
  crashCase('by an operator', 'reserved room is counted again', {
    facts: [aFolder('a')],
    prepare: async ({ uploads, user }) => {
      const file = { name: 'film.mp4', size: 9_000_000, type: 'video/mp4', source: 'device' as const };
      const { docs } = await uploads.start({ url: '/a/', files: [file] }, user, opIdOf('start'));
      return String(docs.length);
    },
    act: ({ catalog, user }) => recountReserved(catalog, user.drive),
  }),
];
