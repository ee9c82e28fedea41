import { uploadGrant, type AccessScope, type OpId, type UploadId } from '@skyshelf/contracts';
import { aFile, aFolder } from '../../facts.js';
import { crashCase, type CrashCase, type Shelf } from '../crash-case.js';
import { eventOf, opIdOf } from '../messages.js';
import { finished } from './uploads.js';

const facts = [aFolder('a'), aFile('photo.png', 'a')];

const shown: NonNullable<CrashCase['prepare']> = async ({ shares, user }) =>
  (await shares.create({ ids: ['a'] }, user, opIdOf('share'))).docs.id;

const ask: NonNullable<CrashCase['prepare']> = async ({ shares, user }) =>
  (await shares.create({ ids: ['a'], receives: {} }, user, opIdOf('share'))).docs.id;

const sender = ({ user }: Shelf, id: string) => {
  const scope: AccessScope = { kind: 'drop', rights: ['add'], id, generation: 0, visitor: 'eve' };
  return { ...user, scope };
};

const begin = (shelf: Shelf, link: string, opId: OpId) => {
  const photo = { name: 'photo.png', size: 1000, type: 'image/png', path: ['Trip'] };
  return shelf.drops.start({ sending: 'one', files: [photo] }, sender(shelf, link), opId);
};

/** The link with the event that storage publishes once the bytes have arrived. */
const arrived: NonNullable<CrashCase['prepare']> = async (shelf) => {
  const link = await ask(shelf);
  const { docs } = await begin(shelf, link, opIdOf('begin'));
  const { drop, ...grant } = uploadGrant.parse(shelf.catalog.signer.open(docs[0]?.grant ?? ''));
  return JSON.stringify({
    link,
    drive: grant.drive,
    expires: grant.expires,
    bytes: { ...finished(grant), drop },
  });
};

/** The cases in which links show elements, or receive files. */
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
  crashCase('createShare', 'a folder that receives files', {
    facts,
    act: ({ shares, user }, opId) => shares.create({ ids: ['a'], receives: { maxFiles: 2 } }, user, opId),
  }),
  crashCase('startDrop', 'a file in a folder', {
    facts,
    prepare: ask,
    // Grants are sealed with a number used once, and good until some time after the moment.
    act: async (shelf, opId, link) =>
      (await begin(shelf, link, opId)).docs.map(({ grant: _, uploadId: __, ...doc }) => doc),
  }),
  crashCase('admitDrops', 'a file of a taken name in a folder', {
    facts,
    prepare: arrived,
    act: (shelf, _, prepared) => {
      const { link, drive, expires, bytes } = JSON.parse(prepared);
      const receipt = shelf.catalog.signer.seal({ kind: 'upload-receipt', drive, expires, ...bytes });
      return shelf.drops.admit({ files: [{ receipt }] }, sender(shelf, link));
    },
  }),
  crashCase('storage.upload.completed', 'of a link, whose sender is gone', {
    facts,
    prepare: arrived,
    act: ({ reactions, user }, opId, prepared) => {
      const data = { type: 'storage.upload.completed', user: 'visitor', ...JSON.parse(prepared).bytes };
      return reactions.react(eventOf(user.drive, opId, data));
    },
  }),
  crashCase('cancelDrops', 'what was begun', {
    facts,
    prepare: async (shelf) => {
      const link = await ask(shelf);
      const { docs } = await begin(shelf, link, opIdOf('begin'));
      return `${link} ${docs[0]?.uploadId}`;
    },
    act: (shelf, _, prepared) => {
      const [link = '', uploadId = ''] = prepared.split(' ');
      return shelf.drops.cancel({ uploads: [uploadId as UploadId] }, sender(shelf, link));
    },
  }),
  crashCase('endShare', 'by which a file is coming', {
    facts,
    prepare: async (shelf) => {
      const link = await ask(shelf);
      await begin(shelf, link, opIdOf('begin'));
      return link;
    },
    act: ({ shares, user }, opId, id) => shares.end({ id }, user, opId),
  }),
];
