import {
  limits,
  uploadGrant,
  type BlobId,
  type OpId,
  type UploadGrant,
  type UploadReceipt,
} from '@skyshelf/contracts';
import { releaseExpired } from '#src/application/commands/release-reservation.js';
import { aFile, aFolder } from '../../facts.js';
import { crashCase, type CrashCase, type Shelf } from '../crash-case.js';
import { eventOf, opIdOf } from '../messages.js';

const device = { source: 'device' } as const;
const small = { name: 'photo.png', size: 1000, type: 'image/png', ...device };
const large = { name: 'film.mp4', size: 9_000_000, type: 'video/mp4', ...device };

const start = ({ uploads, user }: Shelf, opId: OpId, ...files: (typeof small)[]) =>
  uploads.start({ url: '/a/', files }, user, opId);

/** The grant of an upload that was begun. */
async function granted(shelf: Shelf, file: typeof small): Promise<UploadGrant> {
  const { docs } = await start(shelf, opIdOf(`start ${file.name}`.replace(/\W/g, '-')), file);
  return uploadGrant.parse(shelf.catalog.signer.open(docs[0]?.grant ?? ''));
}

/** What storage says of an upload once its bytes are there. */
const finished = ({ uploadId, folderId, name, size, contentType, source }: UploadGrant) => ({
  uploadId,
  folderId,
  name,
  source,
  blobId: `blob-${name.replace('.', '-')}` as BlobId,
  size,
  sha256: null,
  contentType,
  width: 1,
  height: 1,
});

async function receipts(shelf: Shelf, ...files: (typeof small)[]): Promise<string> {
  const signed: string[] = [];
  for (const file of files) {
    const grant = await granted(shelf, file);
    const { drive, expires } = grant;
    const receipt: UploadReceipt = { kind: 'upload-receipt', drive, expires, ...finished(grant) };
    signed.push(shelf.catalog.signer.sign(receipt));
  }
  return signed.join(' ');
}

const admit = ({ uploads, user }: Shelf, signed: string) =>
  uploads.admit({ url: '/a/', files: signed.split(' ').map((receipt) => ({ receipt })) }, user);

/** Leave to upload, admission, and uploads that no one finishes. */
export const uploadCases: readonly CrashCase[] = [
  crashCase('startUpload', 'small files', {
    facts: [aFolder('a'), aFile('there.png', 'a')],
    act: (shelf, opId) => start(shelf, opId, small, { ...small, name: 'there.png' }),
  }),
  crashCase('startUpload', 'a large file, for which room is kept', {
    facts: [aFolder('a')],
    act: (shelf, opId) => start(shelf, opId, large, small),
  }),
  crashCase('admitUploads', 'a small and a large file', {
    facts: [aFolder('a')],
    prepare: (shelf) => receipts(shelf, small, large),
    act: (shelf, _, signed) => admit(shelf, signed),
  }),
  crashCase('admitUploads', 'a file that has no room any more', {
    facts: [aFolder('a')],
    prepare: async (shelf) => {
      const signed = await receipts(shelf, small);
      const data = { type: 'billing.plan.changed', plan: 'x', quota: 1 };
      await shelf.reactions.planChanged(eventOf(shelf.user.drive, opIdOf('plan'), data));
      return signed;
    },
    act: (shelf, _, signed) => admit(shelf, signed),
  }),
  crashCase('storage.upload.completed', 'the tab is gone', {
    facts: [aFolder('a')],
    prepare: async (shelf) => JSON.stringify(finished(await granted(shelf, large))),
    act: ({ reactions, user }, opId, bytes) =>
      reactions.uploadCompleted(
        eventOf(user.drive, opId, { type: 'storage.upload.completed', user: user.sub, ...JSON.parse(bytes) }),
      ),
  }),
  crashCase('storage.upload.aborted', 'room is free again', {
    facts: [aFolder('a')],
    prepare: async (shelf) => (await granted(shelf, large)).uploadId,
    act: ({ reactions, user }, opId, uploadId) => {
      const data = { type: 'storage.upload.aborted', uploadId };
      return reactions.uploadAborted(eventOf(user.drive, opId, data));
    },
  }),
  crashCase('by itself', 'room for an upload that no one finishes', {
    facts: [aFolder('a')],
    prepare: async (shelf) => (await granted(shelf, large)).uploadId,
    act: async ({ catalog, user }) => {
      const clock = { now: () => new Date(Date.now() + 2 * limits.grantMs) };
      await releaseExpired({ ...catalog, clock }, user.drive);
    },
  }),
];
