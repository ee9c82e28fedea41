import type { Readable } from 'node:stream';
import {
  DomainError,
  type BlobId,
  type DerivativeKind,
  type DriveId,
  type UploadId,
  type ObjectContentPage,
} from '@skyshelf/contracts';
import type { Blob } from '../domain/blob.js';
import type { Storage } from './storage.js';
import { isLedgerObject } from './deletion-ledger.js';
import { discard, storeBytes } from './store-bytes.js';

export interface ArchivedBlob {
  blobId: BlobId;
  drive: DriveId;
  once: string;
  uploadId: UploadId | null;
  source: BlobId | null;
  kind: DerivativeKind | null;
  size: number;
  sha256: string;
  type: string;
  width: number | null;
  height: number | null;
  begun: Date;
  finished: Date;
}

/**
 * Stores the blob under its old id and may be repeated. The blob is condemned until an element names it, so an
 * interrupted restore's blobs are swept.
 * @throws DomainError `input.invalid`: the id has other bytes, or these differ from the archive;
 * `upload.incomplete`, `space.exceeded`
 */
export async function restoreBlob(storage: Storage, blob: ArchivedBlob, body: Readable): Promise<void> {
  if (isLedgerObject(blob.blobId)) throw refused(`No blob has the id ${blob.blobId}.`);
  const known = await storage.blobs.get(blob.blobId);
  if (known && isSame(known, blob)) return void body.resume();
  if (known) throw refused(`The blob ${blob.blobId} is there already.`);
  const { blobId, type, ...facts } = blob;
  const expires = new Date(storage.clock.now().getTime() + storage.settings.pendingMs);
  const { sha256, crc32 } = await storeBytes(
    storage,
    { ...facts, blobId, declaredType: type, expires },
    body,
  );
  if (sha256 !== blob.sha256) {
    await discard(storage, blobId);
    throw refused(`The bytes of ${blobId} are not those of the archive.`);
  }
  const { size, width, height, finished, source } = blob;
  const condemned = source === null ? storage.clock.now() : null;
  const described = { size, sha256, crc32, type, width, height, finished };
  if (await storage.blobs.finish({ _id: blobId, ...described, condemned, announcement: null })) return;
  await discard(storage, blobId);
  throw refused(`The bytes of ${blobId} are there under another id.`);
}

const refused = (message: string): DomainError => new DomainError('input.invalid', { message });

const isSame = (known: Blob, { drive, size, sha256 }: ArchivedBlob): boolean =>
  known.state === 'ready' && known.drive === drive && known.size === size && known.sha256 === sha256;

export async function driveObjects(
  { blobs }: Pick<Storage, 'blobs'>,
  drive: DriveId,
  { after, limit }: { after?: BlobId | undefined; limit: number },
): Promise<ObjectContentPage> {
  const found = await blobs.ofDrive(drive, after ?? null, limit);
  return { objects: found.map(contentOf), next: found.length < limit ? null : (found.at(-1)?._id ?? null) };
}

const contentOf = ({ _id: key, size, type, state, kind, source, begun }: Blob) => ({
  key,
  size,
  type,
  state,
  kind,
  source,
  begun: begun.toISOString(),
});
