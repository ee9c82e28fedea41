import {
  limits,
  uploadGrant,
  type BlobId,
  type ElementId,
  type OpId,
  type UploadGrant,
  type UploadId,
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

/** The event that storage publishes once the bytes of an upload have arrived. */
export const finished = ({ uploadId, folderId, name, size, contentType, source }: UploadGrant) => ({
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

/**
 * A file from elsewhere of which no one knows how large it is. How long leave for it is good for follows from
 * the moment it is asked for.
 */
async function startImport({ uploads, user }: Shelf, opId: OpId, name: string) {
  const file = { name, size: null, type: 'video/mp4', source: 'url' } as const;
  const { leave, warnings } = await uploads.startImport({ url: '/a/', file }, user, opId);
  return { uploadId: leave?.uploadId, warnings };
}

const admit = ({ uploads, user }: Shelf, signed: string) =>
  uploads.admit({ url: '/a/', files: signed.split(' ').map((receipt) => ({ receipt })) }, user);

/** Acts like storage on a bundle: it asks for grants, keeps the bytes, asks for the admission. */
async function bundle({ bundles, user }: Shelf, opId: OpId, ...sent: (typeof small)[]) {
  const { drive, sub } = user;
  const { folderId, files } = await bundles.start({ drive, opId, request: { url: '/a/', files: sent } });
  const kept = files.map(({ granted: isGranted, uploadId, replaces: _, ...file }, index) => ({
    isGranted,
    file: { ...file, uploadId: uploadId as UploadId, index, width: 1, height: 1 },
    blobId: `blob-${file.name.replace('.', '-')}` as BlobId,
  }));
  return bundles.admit({
    drive,
    sub,
    opId,
    folderId: folderId as ElementId,
    uploadIds: kept.map(({ file }) => file.uploadId),
    files: kept.flatMap(({ isGranted, file, blobId }) => (isGranted ? [{ ...file, blobId }] : [])),
  });
}

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
  crashCase('startImport', 'a file from elsewhere whose size no one knows', {
    facts: [aFolder('a')],
    act: (shelf, opId) => startImport(shelf, opId, 'film.mp4'),
  }),
  crashCase('startImport', 'two of them, which share the free room', {
    facts: [aFolder('a')],
    prepare: async (shelf) => {
      await startImport(shelf, opIdOf('start-first'), 'first.mp4');
      return '';
    },
    act: (shelf, opId) => startImport(shelf, opId, 'film.mp4'),
  }),
  crashCase('startUpload', 'a large file, for which an import gives way', {
    facts: [aFolder('a')],
    prepare: async (shelf) => {
      await startImport(shelf, opIdOf('start-first'), 'first.mp4');
      return '';
    },
    act: (shelf, opId) => start(shelf, opId, large),
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
      await shelf.reactions.react(eventOf(shelf.user.drive, opIdOf('plan'), data));
      return signed;
    },
    act: (shelf, _, signed) => admit(shelf, signed),
  }),
  crashCase('renewUpload', 'an upload that goes on', {
    facts: [aFolder('a')],
    prepare: async (shelf) => (await start(shelf, opIdOf('start-film'), large)).docs[0]?.grant ?? '',
    // How long it is good for follows from the moment it is asked for.
    act: async ({ uploads, user }, _, grant) => ({ grant: (await uploads.renew({ grant }, user)).grant }),
  }),
  crashCase('sendBundle', 'small files in one call', {
    facts: [aFolder('a'), aFile('there.png', 'a')],
    act: (shelf, opId) =>
      bundle(shelf, opId, small, { ...small, name: 'there.png' }, { ...small, name: 'b.png' }),
  }),
  crashCase('storage.upload.completed', 'the tab is gone', {
    facts: [aFolder('a')],
    prepare: async (shelf) => JSON.stringify(finished(await granted(shelf, large))),
    act: ({ reactions, user }, opId, bytes) =>
      reactions.react(
        eventOf(user.drive, opId, { type: 'storage.upload.completed', user: user.sub, ...JSON.parse(bytes) }),
      ),
  }),
  crashCase('storage.upload.aborted', 'room is free again', {
    facts: [aFolder('a')],
    prepare: async (shelf) => (await granted(shelf, large)).uploadId,
    act: ({ reactions, user }, opId, uploadId) => {
      const data = { type: 'storage.upload.aborted', uploadId };
      return reactions.react(eventOf(user.drive, opId, data));
    },
  }),
  crashCase('by itself', 'room for an upload that no one finishes', {
    facts: [aFolder('a')],
    prepare: async (shelf) => (await granted(shelf, large)).uploadId,
    act: async ({ catalog, user }) => {
      const clock = { now: () => new Date(Date.now() + 2 * limits.uploadMs) };
      await releaseExpired({ ...catalog, clock }, user.drive);
    },
  }),
];
