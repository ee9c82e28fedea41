import { uploadEnds, uploadStarted, type routes } from '@skyshelf/contracts';
import type { AnswerOf } from '@skyshelf/http';
import { isObjectStoreError } from '@skyshelf/object-store';
import type { Caller } from '@skyshelf/tokens';
import { receivedParts, type MultipartUpload, type SentPart } from '../domain/multipart-upload.js';
import type { Storage } from './storage.js';
import { storeRefusal } from './store-bytes.js';

type Unfinished = AnswerOf<typeof routes.listUploads>;
type Listing = Pick<Storage, 'uploads' | 'objects' | 'signer'>;

const MOST = 100;

export async function listUploads(storage: Listing, { drive }: Caller): Promise<Unfinished> {
  const found = await storage.uploads.unfinished(drive, MOST);
  return { uploads: await Promise.all(found.map((upload) => shown(storage, upload))) };
}

async function shown(
  { objects, signer }: Listing,
  upload: MultipartUpload,
): Promise<Unfinished['uploads'][number]> {
  const { _id: uploadId, grant } = upload;
  const { folderId, name, size, contentType: type, modified = null } = grant;
  const parts = await partsOf(objects, upload);
  return {
    uploadId,
    folderId,
    name,
    size,
    type,
    modified,
    received: parts.reduce((sum, part) => sum + part.size, 0),
    started: new Date(uploadStarted(grant)).toISOString(),
    ends: new Date(uploadEnds(grant)).toISOString(),
    grant: signer.sign(grant),
  };
}

/** Is empty if the upload was finished or given up just now. */
async function partsOf(
  objects: Listing['objects'],
  { blobId, multipartId, grant }: MultipartUpload,
): Promise<SentPart[]> {
  if (multipartId === null) return [];
  try {
    return receivedParts(grant.size, await objects.listParts(blobId, multipartId), null);
  } catch (error) {
    if (isObjectStoreError(error, 'not-found')) return [];
    throw storeRefusal(error);
  }
}
