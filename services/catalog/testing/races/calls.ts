import type { BlobId, DriveId, ElementId, UploadId, UploadReceipt } from '@skyshelf/contracts';
import type { PasteAction } from '#src/domain/paste-elements.js';
import type { Call, Round } from './contest.js';

const post = (path: string, body: object): Call => ({ method: 'POST', path, body });

/** Pastes into a folder named by its id or by its path. */
export const pasteInto = (
  target: { url: string; folderId?: string },
  action: PasteAction,
  id: string,
): Call => post('/api/paste/', { ...target, arr: [id], action });

export const remove = (id: string): Call => ({
  method: 'DELETE',
  path: '/api/delete/',
  body: { url: '/', arr: [id] },
});

export const rename = (id: string, linkname: string): Call =>
  post('/api/edit/', { url: '/', id, obj: { linkname } });

export const renamePath = (prevPath: string, newPath: string): Call =>
  post('/api/edit/path/', { prevPath, newPath });

/** Leave for a file so large that room and name are kept for it. */
export const startLarge = (url: string, name: string, size: number): Call =>
  post('/api/upload/start', { url, files: [{ name, size, type: 'video/mp4' }] });

/** Admits a file whose bytes storage vouches for. */
export const admit = (round: Round, folderId: string, name: string, size: number): Call =>
  post('/api/upload/file/', {
    url: '/',
    files: [{ receipt: round.signer.sign(receipt(round.drive, folderId, name, size)) }],
  });

const receipt = (drive: DriveId, folderId: string, name: string, size: number): UploadReceipt => ({
  kind: 'upload-receipt',
  uploadId: `upload-${name.replace('.', '-')}` as UploadId,
  drive,
  folderId: folderId as ElementId,
  name,
  source: 'device',
  blobId: `blob-${name.replace('.', '-')}` as BlobId,
  size,
  sha256: null,
  contentType: 'image/png',
  width: 1,
  height: 1,
  expires: Number.MAX_SAFE_INTEGER,
});
