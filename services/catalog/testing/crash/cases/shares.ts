import { aFile, aFolder } from '../../facts.js';
import { crashCase, type CrashCase } from '../crash-case.js';
import { opIdOf } from '../messages.js';

const facts = [aFolder('a'), aFile('photo.png', 'a')];

const shown: NonNullable<CrashCase['prepare']> = async ({ shares, user }) =>
  (await shares.create({ ids: ['a'] }, user, opIdOf('share'))).docs.id;

/** The cases in which links show elements. */
export const shareCases: readonly CrashCase[] = [
  crashCase('createShare', 'a folder', {
    facts,
    act: ({ shares, user }, opId) => shares.create({ ids: ['a'] }, user, opId),
  }),
  crashCase('changeShare', 'pause', {
    facts,
    prepare: shown,
    act: ({ shares, user }, opId, id) => shares.change({ id, paused: true }, user, opId),
  }),
  crashCase('endShare', 'for good', {
    facts,
    prepare: shown,
    act: ({ shares, user }, opId, id) => shares.end({ id }, user, opId),
  }),
];
