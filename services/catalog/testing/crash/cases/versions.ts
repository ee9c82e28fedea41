import {
  uploadGrant,
  type BlobId,
  type ElementId,
  type OpId,
  type UploadId,
  type UploadReceipt,
} from '@skyshelf/contracts';
import { thinVersions } from '#src/application/trash/thin-versions.js';
import { daysMs } from '#src/domain/trash.js';
import { aFile, aFolder, aQuota } from '../../facts.js';
import { crashCase, type CrashCase, type Shelf } from '../crash-case.js';
import { opIdOf } from '../messages.js';

const facts = [aFolder('a'), aFile('photo.png', 'a', 1000)];
const id = 'photo-png' as ElementId;

/** The receipt of bytes that are to replace the photo. */
async function sent({ catalog, uploads, user }: Shelf, size: number): Promise<string> {
  const file = { name: 'photo.png', size, type: 'image/png', source: 'device' as const };
  const asked = { url: '/a/', files: [file], conflict: 'replace' as const };
  const { docs } = await uploads.start(asked, user, opIdOf(`start-${size}`));
  const grant = uploadGrant.parse(catalog.signer.open(docs[0]?.grant ?? ''));
  const { quota: _, user: __, modified: ___, started: ____, ...rest } = grant;
  const blobId = `blob-${size}` as BlobId;
  const about = { blobId, sha256: null, width: 1, height: 1 };
  const receipt: UploadReceipt = { ...rest, kind: 'upload-receipt', ...about };
  return catalog.signer.sign(receipt);
}

const admit = ({ uploads, user }: Shelf, receipt: string) =>
  uploads.admit({ url: '/a/', files: [{ receipt }] }, user);

const replaced = async (shelf: Shelf): Promise<string> => {
  await admit(shelf, await sent(shelf, 2000));
  const { docs } = await shelf.versions.list({ id }, shelf.user);
  return docs[1]?.version ?? '';
};

/** A file gets other bytes, and gets back the ones before. */
export const versionCases: readonly CrashCase[] = [
  crashCase('admitUploads', 'a file that replaces another one', {
    facts,
    prepare: (shelf) => sent(shelf, 2000),
    act: (shelf, _, receipt) => admit(shelf, receipt),
  }),
  crashCase('admitUploads', 'a file for which earlier versions give way', {
    facts: [...facts, aQuota(4500)],
    prepare: async (shelf) => {
      await replaced(shelf);
      return sent(shelf, 2400);
    },
    act: (shelf, _, receipt) => admit(shelf, receipt),
  }),
  crashCase('sendBundle', 'a file that replaces another one, and a new one', {
    facts,
    act: async ({ bundles, user: { drive, sub } }, opId) => {
      const files = ['photo.png', 'b.png'].map((name) => ({
        name,
        size: 10,
        type: 'image/png',
        source: 'device' as const,
      }));
      const request = { url: '/a/', files, conflict: 'replace' as const };
      const started = await bundles.start({ drive, opId, request });
      return bundles.admit({
        drive,
        sub,
        opId,
        conflict: 'replace',
        folderId: started.folderId as ElementId,
        uploadIds: started.files.map(({ uploadId }) => uploadId as UploadId),
        files: started.files.map(({ granted: _, uploadId, replaces: __, ...file }, index) => ({
          ...{ ...file, index, width: 1, height: 1 },
          uploadId: uploadId as UploadId,
          blobId: `blob-${index}` as BlobId,
        })),
      });
    },
  }),
  crashCase('restoreVersion', 'the content before', {
    facts,
    prepare: replaced,
    act: ({ versions, user }, opId, version) => versions.restore({ id, version }, user, opId),
  }),
  crashCase('undo', 'the replacement of a file', {
    facts,
    prepare: async (shelf) => {
      const receipt = await sent(shelf, 2000);
      return (await admit(shelf, receipt)).operations?.[0] ?? '';
    },
    act: ({ processes, user }, opId, operation) =>
      processes.undo({ operation: operation as OpId }, user, opId),
  }),
  crashCase('keepVersion', 'under a name', {
    facts,
    prepare: replaced,
    act: ({ versions, user }, opId, version) => versions.keep({ id, version, name: 'Draft' }, user, opId),
  }),
  crashCase('dropVersions', 'all of a file', {
    facts,
    prepare: replaced,
    act: ({ versions, user }, opId) => versions.drop({ id, all: true }, user, opId),
  }),
  crashCase('by itself', 'versions that are thinned out', {
    facts,
    prepare: replaced,
    act: async ({ catalog, user }) => {
      const clock = { now: () => new Date(Date.now() + daysMs(91)) };
      await thinVersions({ ...catalog, clock }, user.drive, new AbortController().signal);
    },
  }),
];
